; A solver that says unsat to everything with a division; the witness keeps the truth.
; RUN: smt reduce in.smt2 --target liar=./liar --witness witness
; EXIT: 1
; EXPECT: (assert (= (div 0 0) 0))
; EXPECT: (check-sat)
; EXPECT: liar=./liar: refutation-unsound
; EXPECT: expected sat, the answer was unsat
; EXPECT: reduced from 381 to 37 bytes
(set-logic QF_NIA)
(declare-const count Int)
(declare-const total Int)
(define-fun half ((n Int)) Int (div n 2))
(push 1)
(assert (> total 100))
(pop 1)
(assert (and (< 3 count 50) (or (= (half total) count) (distinct total 5))))
(assert (=> (> count 12) (< (+ total count) 1000)))
(check-sat)
; FILE: witness
((define-fun count () Int 10) (define-fun total () Int 21))
; FILE: liar
#!/bin/sh
if grep -q '(div'; then echo unsat; else echo sat; fi
