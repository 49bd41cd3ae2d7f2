(set-option :print-success false)
(set-info :smt-lib-version 2.6)
(set-option :auto_config false)
(set-option :type_check true)
(set-option :smt.case_split 3)
(set-option :smt.mbqi false)
(set-option :smt.arith.solver 2)
; done setting options


(set-info :category "industrial")
(declare-sort |T@U| 0)
(declare-sort |T@T| 0)
(declare-fun tickleBool (Bool) Bool)
(assert (and (tickleBool true) (tickleBool false)))
(declare-fun _module.__default.len (T@U) Int)
(declare-fun _module.List.tail (T@U) T@U)
(declare-fun _module.List.Nil_q (T@U) Bool)
(assert (forall ((|l#0@@0| T@U) ) (! (and (> (_module.__default.len |l#0@@0|) 0) (=> (not (_module.List.Nil_q |l#0@@0|)) (= (_module.__default.len |l#0@@0|) (+ (_module.__default.len (_module.List.tail |l#0@@0|)) 1))))
 :qid |listdfy.4:15|
 :skolemid |0|
 :pattern ( (_module.__default.len (_module.List.tail |l#0@@0|)))
)))
(push 1)
(set-info :boogie-vc-id |Impl$$_module.__default.IsPositive|)
(declare-fun ControlFlow (Int Int) Int)
(declare-fun |xs#0| () T@U)
(set-option :timeout 20000)
(set-option :rlimit 0)
(assert (not
 (=> (= (ControlFlow 0 0) 2) (let ((anon0_correct  (=> (= (ControlFlow 0 2) (- 0 1)) (> (_module.__default.len |xs#0|) 0))))
(let ((PreconditionGeneratedEntry_correct  anon0_correct))
PreconditionGeneratedEntry_correct)))
))
(check-sat)
(get-info :reason-unknown)
(get-info :rlimit)
(pop 1)
; Invalid
