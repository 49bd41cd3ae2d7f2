; RUN: smt eval in.smt2 --model model
; EXIT: 2
; EXPECT: assay: in.smt2:2:14: the symbol yy is not declared
(declare-const x Int)
(assert (> x yy))
; FILE: model
()
