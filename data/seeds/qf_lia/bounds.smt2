; A thin slice between two parallel lines holds no integer point.
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (< (* 6 x) (+ (* 9 y) 2)))
(assert (> (* 6 x) (* 9 y)))
(assert (<= (- 1000) x 1000))
(check-sat)
