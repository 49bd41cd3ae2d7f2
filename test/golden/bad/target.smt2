; RUN: smt fuzz in.smt2 --target z33
; EXIT: 3
; EXPECT: assay: unknown target 'z33'
; EXPECT:   did you mean 'z3'? built in: z3, cvc5, cvc4, bitwuzla, boolector, yices2, mathsat, optimathsat, opensmt, smtinterpol, stp, princess; or name=/path/to/solver -flags, or a TOML file
(assert true)
