; RUN: smt eval in.smt2 --model model
; EXIT: 2
; EXPECT: assay: in.smt2:4:1: expected an expression but found the end of the text
(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 0)
; FILE: model
()
