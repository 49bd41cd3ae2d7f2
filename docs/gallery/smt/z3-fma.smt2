(declare-fun m () RoundingMode)
(declare-fun x () (_ FloatingPoint 2 3))
(assert (= (fp.fma m x x x) x))
(check-sat)
