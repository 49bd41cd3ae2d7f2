(declare-fun m () RoundingMode)
(assert (and (not (= m RTP)) (not (fp.isZero ((_ to_fp 3 4) m 0.001)))))
(check-sat)
