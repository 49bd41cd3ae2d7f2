; RUN: smt synth --theory core --category operation,constant,equivalence --count
; EXIT: 0
; EXPECT:            8  operation              core
; EXPECT:          105  equivalence            core
; EXPECT:          198  constant               core
; EXPECT:          311  formulas
