; A point on one of three segments.
(set-logic QF_LRA)
(declare-const x Real)
(declare-const y Real)
(assert (= y (ite (< x 0.0) (* (- 2.0) x) (ite (<= x 4.0) (+ (* 0.5 x) 1.0) (- 7.0 x)))))
(assert (> (+ x y) 3.0))
(assert (< y 2.75))
(assert (or (> x 3.5) (< (- y x) (- 1.0))))
(check-sat)
