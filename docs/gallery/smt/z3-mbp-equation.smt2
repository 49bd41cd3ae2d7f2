; mbp prints `true`, which is no projection: for b = 0 and c = 1 the formula is false for all a.
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (= (= b 0) (= c 0)))
(check-sat)
(mbp (= (= b 0) (= c 0)) (a))
