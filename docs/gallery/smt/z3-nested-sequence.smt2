(declare-fun x () (Seq (Seq Int)))
(assert (not (= x (as seq.empty (Seq (Seq Int))))))
(check-sat)
(get-model)
