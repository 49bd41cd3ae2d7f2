(set-logic UFBV)
(declare-fun f ((_ BitVec 4)) (_ BitVec 4))
(assert (forall ((x (_ BitVec 4))) (! (= (f x) x) :pattern ((f x)))))
(check-sat)
