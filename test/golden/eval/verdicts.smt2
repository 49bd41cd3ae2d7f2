; Assertions that hold, fail, and depend on what the standard leaves open.
; RUN: smt eval in.smt2 --model model
; EXIT: 1
; EXPECT: holds    in.smt2:4:1  (> x 0)
; EXPECT: open (unspecified) in.smt2:5:1  (= (div x 0) 1)
; EXPECT: fails    in.smt2:6:1  (< x 0)
; EXPECT: holds    in.smt2:7:1  (= (mod (- x) 2) 1)
; EXPECT: 2 hold, 1 fail, 1 open
(set-logic QF_NIA)
(declare-const x Int)
(assert (> x 0))
(assert (= (div x 0) 1))
(assert (< x 0))
(assert (= (mod (- x) 2) 1))
(check-sat)
; FILE: model
((define-fun x () Int 3))
