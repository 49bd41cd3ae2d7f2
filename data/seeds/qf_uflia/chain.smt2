; f moves every point of the chain by one.
(set-logic QF_UFLIA)
(declare-fun f (Int) Int)
(declare-const n Int)
(assert (= (f n) (+ n 1)))
(assert (= (f (f n)) (+ (f n) 1)))
(assert (= (f (+ n 2)) (+ n 3)))
(assert (distinct (f (f (f n))) (+ 3 n)))
(check-sat)
