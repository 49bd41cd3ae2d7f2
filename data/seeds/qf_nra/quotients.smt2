; Quotients whose denominators may vanish.
(set-logic QF_NRA)
(declare-const p Real)
(declare-const q Real)
(assert (= (* q (/ p q)) (- p 1.0)))
(assert (= q 0.0))
(assert (< (/ p 4.0) (/ 4.0 p)))
(assert (=> (> p 0.0) (distinct (/ 1.0 q) (/ 2.0 q))))
(check-sat)
