; The arithmetic mean is not below the geometric one.
(set-logic QF_NRA)
(declare-const a Real)
(declare-const b Real)
(declare-const g Real)
(assert (and (>= a 0.0) (>= b 0.0) (>= g 0.0)))
(assert (= (* g g) (* a b)))
(assert (< (/ (+ a b) 2.0) g))
(check-sat)
