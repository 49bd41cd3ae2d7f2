; Matches over an option of Booleans.
(set-logic QF_DT)
(declare-datatypes ((Maybe 0)) (((nothing) (just (it Bool)))))
(declare-const m Maybe)
(declare-const n Maybe)
(assert (match m ((nothing false) ((just b) (not b)))))
(assert (= n (just (match n ((nothing true) ((just b) (not (it m))))))))
(assert (not (= m n)))
(check-sat)
