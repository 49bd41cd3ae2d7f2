; A model that leaves a symbol out, and one with a definition that cannot be read.
; RUN: smt eval in.smt2 --model model
; EXIT: 3
; EXPECT: holds    in.smt2:5:1  (= x 1)
; EXPECT: open (missing) in.smt2:6:1  (= y 1)
; EXPECT: 1 hold, 0 fail, 1 open
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (= x 1))
(assert (= y 1))
(check-sat)
; FILE: model
((define-fun x () Int 1))
