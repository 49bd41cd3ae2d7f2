; A real number between two floats goes to the one that the mode says.
(set-logic QF_FP)
(declare-const m RoundingMode)
(declare-const x (_ FloatingPoint 3 4))
(assert (= x ((_ to_fp 3 4) m 0.001)))
(assert (not (= m RTP)))
(assert (fp.leq ((_ to_fp 3 4) m (- 0.001)) x))
(assert (fp.lt (fp.add m x ((_ to_fp 3 4) RTZ 7.9)) ((_ to_fp 3 4) RTP 7.9)))
(check-sat)
