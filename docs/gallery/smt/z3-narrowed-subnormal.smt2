(declare-fun y () (_ FloatingPoint 4 5))
(assert (and (fp.isSubnormal y) (not (fp.isZero ((_ to_fp 2 3) RTZ y)))))
(check-sat)
