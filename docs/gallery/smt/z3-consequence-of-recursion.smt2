; f is 0 everywhere, so k is 0 or 1. Z3 prints (=> true (= k 0)).
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (f (- n 1))))
(declare-const k Int)
(assert (or (= k 1) (= k 0)))
(assert (= (f k) 0))
(get-consequences () (k))
(assert (= k 1))
(check-sat) ; sat
