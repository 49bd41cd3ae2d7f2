; Nothing lies between two neighbours.
(set-logic LIA)
(declare-const a Int)
(declare-const b Int)
(assert (forall ((x Int)) (or (<= x a) (>= x b))))
(assert (< a b))
(assert (exists ((y Int)) (and (= (* 2 y) (+ a b 1)) (> y 10))))
(assert (or (> b 40) (= (mod a 3) 0)))
(check-sat)
