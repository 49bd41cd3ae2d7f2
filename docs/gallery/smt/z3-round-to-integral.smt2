(declare-fun x () (_ FloatingPoint 3 4))
(assert (fp.isZero (fp.roundToIntegral RNE x)))
(check-sat)
