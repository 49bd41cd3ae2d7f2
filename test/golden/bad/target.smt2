; RUN: smt fuzz in.smt2 --target z33
; EXIT: 3
; EXPECT: assay: unknown target 'z33'
; EXPECT:   did you mean 'z3'? or name=/path/to/solver -flags, or a TOML file
(assert true)
