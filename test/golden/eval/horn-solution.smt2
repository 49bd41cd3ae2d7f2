; A solution of Horn clauses: the model's relations are unfolded below quantifiers. The last clause breaks at 700001.
; RUN: smt eval in.smt2 --model model
; EXIT: 1
; EXPECT: holds    in.smt2:5:1  (forall ((x Int)) (=> (= x 0) (reach x 1)))
; EXPECT: holds    in.smt2:6:1  (forall ((x Int) (y Int)) (=> (and (reach x y) (big y)) (reach (+ x 1) (+ y 1))))
; EXPECT: fails    in.smt2:7:1  (forall ((x Int) (y Int)) (=> (and (reach x y) (> y 700000)) false))
; EXPECT: 2 hold, 1 fail, 0 open
(set-logic HORN)
(declare-fun reach (Int Int) Bool)
(declare-fun big (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (reach x 1))))
(assert (forall ((x Int) (y Int)) (=> (and (reach x y) (big y)) (reach (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (reach x y) (> y 700000)) false)))
(check-sat)
; FILE: model
((define-fun reach ((a Int) (b Int)) Bool (>= b 1)) (define-fun big ((a Int)) Bool (>= a 0)))
