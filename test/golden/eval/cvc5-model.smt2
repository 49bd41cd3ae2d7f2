; A model as cvc5 prints it: abstract values, rationals, strings with escapes, constant arrays.
; RUN: smt eval in.smt2 --model model
; EXIT: 0
; EXPECT: holds    in.smt2:9:1  (not (= u v))
; EXPECT: holds    in.smt2:10:1  (= (* 3.0 r) (- 1.0))
; EXPECT: holds    in.smt2:11:1  (= (str.len s) 2)
; EXPECT: holds    in.smt2:12:1  (= (str.to_code (str.at s 1)) 233)
; EXPECT: holds    in.smt2:13:1  (and (select m 4) (not (select m 0)))
; EXPECT: 5 hold, 0 fail, 0 open
(set-logic ALL)
(declare-sort U 0)
(declare-const u U)
(declare-const v U)
(declare-const r Real)
(declare-const s String)
(declare-const m (Array Int Bool))
(assert (not (= u v)))
(assert (= (* 3 r) (- 1.0)))
(assert (= (str.len s) 2))
(assert (= (str.to_code (str.at s 1)) 233))
(assert (and (select m 4) (not (select m 0))))
(check-sat)
; FILE: model
(
; cardinality of U is 2
(define-fun u () U (as @U_0 U))
(define-fun v () U (as @U_1 U))
(define-fun r () Real (/ (- 1) 3))
(define-fun s () String "a\u{e9}")
(define-fun m () (Array Int Bool) (store ((as const (Array Int Bool)) false) 4 true))
)
