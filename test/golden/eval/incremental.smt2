; Only what is active at the last check counts; an assumption counts, too.
; RUN: smt eval in.smt2 --model model
; EXIT: 0
; EXPECT: holds    in.smt2:5:1  (>= x 0)
; EXPECT: holds    in.smt2:10:1  (=> p (= x 4))
; EXPECT: holds    in.smt2:11:1  p
; EXPECT: 3 hold, 0 fail, 0 open
(set-logic QF_LIA)
(declare-const x Int)
(declare-const p Bool)
(assert (>= x 0))
(push 1)
(assert (< x 0))
(check-sat)
(pop 1)
(assert (=> p (= x 4)))
(check-sat-assuming (p))
; FILE: model
((define-fun x () Int 4) (define-fun p () Bool true))
