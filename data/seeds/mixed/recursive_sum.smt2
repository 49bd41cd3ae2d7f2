; A sum that is defined by recursion.
(set-logic ALL)
(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
(declare-const k Int)
(assert (= (sum k) (* 2 k)))
(assert (or (= k 3) (= (sum 4) (+ k 10))))
(assert (distinct k 1 2))
(check-sat)
