(declare-fun m () RoundingMode)
(assert (fp.isNegative (fp.add m (_ +zero 8 4) (_ -zero 8 4))))
(check-sat)
