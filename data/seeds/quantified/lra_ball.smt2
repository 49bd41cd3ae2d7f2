; A bound for every point of an interval.
(set-logic LRA)
(declare-const c Real)
(declare-const r Real)
(assert (> r 0.0))
(assert (forall ((x Real)) (=> (and (< (- c r) x) (< x (+ c r))) (< (* 2.0 x) 7.0))))
(assert (or (>= c 3.25) (< r (/ 1 8))))
(assert (not (= c 3.0)))
(check-sat)
