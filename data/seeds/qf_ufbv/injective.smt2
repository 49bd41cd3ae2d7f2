; An injective function of one bit.
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 1)) (_ BitVec 1))
(declare-const x (_ BitVec 1))
(assert (distinct (f #b0) (f #b1)))
(assert (= (f (f x)) (bvnot x)))
(check-sat)
