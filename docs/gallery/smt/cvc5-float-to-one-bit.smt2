(set-logic ALL)
(declare-fun x () (_ FloatingPoint 2 3))
(assert (= ((_ fp.to_sbv 1) RTN x) #b0))
(check-sat)
