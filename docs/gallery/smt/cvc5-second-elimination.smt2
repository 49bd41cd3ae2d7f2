; The second answer is the first one again, and should be (= b 9).
(set-logic LIA)
(declare-const a Int)
(declare-const b Int)
(get-qe (exists ((v Int)) (and (< a v) (< v 3))))
(get-qe (exists ((v Int)) (and (< v 8) (= b 9))))
