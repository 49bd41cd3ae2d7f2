; z3 ends by SIGSEGV at mbp.
(declare-const w Int)
(assert (not (exists ((p Int)) (and (= w p) (> p 3)))))
(check-sat)
(mbp (not (exists ((p Int)) (and (= w p) (> p 3)))) (w))
