(declare-fun x () (_ FloatingPoint 2 3))
(assert (= ((_ fp.to_sbv 1) roundTowardNegative x) #b0))
(check-sat)
