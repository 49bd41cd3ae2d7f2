; No square is 2 modulo 4.
(set-logic QF_NIA)
(declare-const x Int)
(declare-const k Int)
(assert (= (* x x) (+ (* 4 k) 2)))
(assert (<= 0 x 100))
(check-sat)
