; A function with a bound, and its value somewhere.
(set-logic UFLIA)
(declare-fun f (Int) Int)
(declare-const n Int)
(assert (forall ((x Int)) (<= (f x) 10)))
(assert (> (+ (f n) (f (+ n 1))) 18))
(assert (not (= (f n) (f (+ n 1)))))
(assert (< n (f (f n))))
(check-sat)
