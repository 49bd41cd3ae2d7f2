; A solver whose maximum is too small: the witness reaches a better one.
; RUN: smt reduce in.smt2 --target liar:z3=./liar --witness witness
; EXIT: 1
; EXPECT: (maximize 1.0)
; EXPECT: (check-sat)
; EXPECT: liar:z3=./liar: wrong-result
; EXPECT: objective 1: the maximum is said to be 1/2, a model of the script reaches 1
; EXPECT: reduced from 268 to 27 bytes
(declare-const x Real)
(declare-const v Real)
(declare-const j Real)
(assert (< j 0.0))
(assert (> (+ v v) x))
(assert (or (= 0.0 x) (= 0.0 v)))
(maximize (+ 1.0 x))
(check-sat)
(get-objectives)
; FILE: witness
((define-fun x () Real 0.0) (define-fun v () Real 1.0) (define-fun j () Real (- 1.0)))
; FILE: liar
#!/bin/sh
script=$(cat)
echo sat
case $script in *"(get-objectives)"*) echo "(objectives ((+ 1.0 x) (/ 1.0 2.0)))" ;; esac
case $script in *"(get-model)"*) echo "((define-fun x () Real 0.0) (define-fun v () Real 1.0) (define-fun j () Real (- 1.0)))" ;; esac
