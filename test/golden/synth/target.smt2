; RUN: smt synth --theory core
; EXIT: 2
; EXPECT: assay: no target is given
; EXPECT:   add --target z3, or use --count or --emit DIR
