; RUN: smt eval in.smt2 --model model
; EXIT: 2
; EXPECT: assay: in.smt2:4:14: the arguments do not fit and
(set-logic QF_LIA)
(declare-const x Int)
(assert (and (> x 0)
             (and x true)))
; FILE: model
()
