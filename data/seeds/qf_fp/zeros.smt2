; Zeros of both signs.
(set-logic QF_FP)
(declare-const a (_ FloatingPoint 3 5))
(declare-const b (_ FloatingPoint 3 5))
(assert (fp.eq a b))
(assert (not (= a b)))
(assert (fp.isNegative a))
(assert (fp.isPositive (fp.div RNE b a)))
(check-sat)
