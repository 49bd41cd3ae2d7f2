; A model as z3 prints it: elements, arrays by function, nested ite.
; RUN: smt eval in.smt2 --model model
; EXIT: 1
; EXPECT: holds    in.smt2:7:1  (distinct u v)
; EXPECT: holds    in.smt2:8:1  (= (f u 3) 7)
; EXPECT: holds    in.smt2:9:1  (= (f v 3) 0)
; EXPECT: holds    in.smt2:10:1  (= (select a 5) 9)
; EXPECT: fails    in.smt2:11:1  (= (select a 6) 9)
; EXPECT: 4 hold, 1 fail, 0 open
(declare-sort U 0)
(declare-fun f (U Int) Int)
(declare-const u U)
(declare-const v U)
(declare-const a (Array Int Int))
(assert (distinct u v))
(assert (= (f u 3) 7))
(assert (= (f v 3) 0))
(assert (= (select a 5) 9))
(assert (= (select a 6) 9))
(check-sat)
; FILE: model
sat
(
  ;; universe for U:
  ;;   U!val!1 U!val!0
  ;; -----------
  (declare-fun U!val!1 () U)
  (declare-fun U!val!0 () U)
  (forall ((x U)) (or (= x U!val!1) (= x U!val!0)))
  (define-fun u () U U!val!0)
  (define-fun v () U U!val!1)
  (define-fun a () (Array Int Int) (_ as-array k!0))
  (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 5) 9 1))
  (define-fun f ((x!0 U) (x!1 Int)) Int (ite (and (= x!0 U!val!0) (= x!1 3)) 7 0))
)
