; Floating point: special values, rounding, conversions, and what is left open.
; RUN: smt eval in.smt2 --model model
; EXIT: 3
; EXPECT: holds    in.smt2:5:1  (fp.isNaN (fp.div m (_ +zero 5 11) (_ -zero 5 11)))
; EXPECT: holds    in.smt2:6:1  (fp.eq (fp.add RNE x x) ((_ to_fp 5 11) RNE 3.0))
; EXPECT: holds    in.smt2:7:1  (= (fp.roundToIntegral m ((_ to_fp 5 11) RNE 2.5)) ((_ to_fp 5 11) RNE 3.0))
; EXPECT: open (unspecified) in.smt2:8:1  (= ((_ fp.to_ubv 8) RTZ ((_ to_fp 5 11) RNE 300.0)) #x2c)
; EXPECT: open (unspecified) in.smt2:9:1  (= (fp.min (_ +zero 5 11) (_ -zero 5 11)) (_ +zero 5 11))
; EXPECT: 3 hold, 0 fail, 2 open
(set-logic QF_BVFP)
(declare-const x (_ FloatingPoint 5 11))
(declare-const m RoundingMode)
(assert (fp.isNaN (fp.div m (_ +zero 5 11) (_ -zero 5 11))))
(assert (fp.eq (fp.add RNE x x) ((_ to_fp 5 11) RNE 3.0)))
(assert (= (fp.roundToIntegral m ((_ to_fp 5 11) RNE 2.5)) ((_ to_fp 5 11) RNE 3.0)))
(assert (= ((_ fp.to_ubv 8) RTZ ((_ to_fp 5 11) RNE 300.0)) #x2c))
(assert (= (fp.min (_ +zero 5 11) (_ -zero 5 11)) (_ +zero 5 11)))
(check-sat)
; FILE: model
((define-fun x () (_ FloatingPoint 5 11) (fp #b0 #b01111 #b1000000000)) (define-fun m () RoundingMode RTP))
