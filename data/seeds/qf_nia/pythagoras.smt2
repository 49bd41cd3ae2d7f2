; A triple with a small hypotenuse.
(set-logic QF_NIA)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (= (+ (* a a) (* b b)) (* c c)))
(assert (and (< 0 a 9) (< a b 9) (< 0 c 20)))
(assert (not (= (mod c 3) 0)))
(check-sat)
