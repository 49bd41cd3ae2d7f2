; RUN: smt fuzz in.smt2 --target mine.toml
; EXIT: 3
; EXPECT: assay: mine.toml:4: there is no key 'timeuot'
; EXPECT:   docs/user/targets.md lists the keys
(assert true)
; FILE: mine.toml
inherits = "z3"
name = "mine"
argv = ["z3", "-in"]
timeuot = 3
