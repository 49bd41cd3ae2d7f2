; RUN: smt synth --theory string --count
; EXIT: 2
; EXPECT: assay: there is no theory "string"
; EXPECT:   did you mean 'strings'? known ones: core, ints, reals, bit-vectors, floating-point, arrays, strings, regular-expressions, sequences, pseudo-boolean, sets, datatypes, functions, combined
