(set-option :global-decls false)
(set-option :smt.mbqi false)
(set-option :auto_config false)
(declare-sort FString)
(declare-fun FString_constr_id (FString) Int)
(declare-sort Term)
(declare-datatypes () ((Fuel (ZFuel) (SFuel (prec Fuel)))))
(declare-fun MaxIFuel () Fuel)
(declare-fun MaxFuel () Fuel)
(declare-fun HasTypeFuel (Fuel Term Term) Bool)
(declare-fun FString_const (Int) Term)
(declare-fun Foo.len (Term) Int)
(declare-fun Foo.tail (Term) Term)
;;;;;;;;;;;;;;;;equation for Foo.len
;;; Fact-ids: Name Foo.len; Namespace Foo
(assert (! (forall ((@x0 Term)) (! (and (> (Foo.len @x0) 0) (=> (not (= (Foo.tail @x0) @x0)) (= (Foo.len @x0) (+ (Foo.len (Foo.tail @x0)) 1))))
 :pattern ((Foo.len (Foo.tail @x0)))
 :qid equation_Foo.len))
 :named equation_Foo.len))
(push) ;; push{2

; Starting query at Foo.fst(7,2-9,10)

(declare-fun x__12 () Term)
(push) ;; push{1
(assert (! (not (> (Foo.len x__12) 0)) :named @query))
(set-option :rlimit 2723280)
(echo "<result>")
(check-sat)
(set-option :rlimit 0)
(echo "</result>")
(get-info :reason-unknown)
(pop) ;; 1}pop
(pop) ;; 0}pop
; Ending query at Foo.fst(7,2-9,10)
