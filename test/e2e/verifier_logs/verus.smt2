(set-option :auto_config false)
(set-option :smt.mbqi false)
;; MODULE 'root module'
(declare-sort FuelId 0)
(declare-fun fuel_bool (FuelId) Bool)
(declare-const fuel_defaults Bool)
(declare-const fuel%crate!len. FuelId)
(declare-sort List. 0)
(declare-fun crate!list.len.? (List.) Int)
(declare-fun crate!list.tail.? (List.) List.)
(assert (=> fuel_defaults (fuel_bool fuel%crate!len.)))
;; Function-Axioms crate::list::len
(assert
 (=>
  (fuel_bool fuel%crate!len.)
  (forall ((l! List.)) (!
    (and (> (crate!list.len.? l!) 0) (=> (not (= (crate!list.tail.? l!) l!)) (= (crate!list.len.? l!) (+ (crate!list.len.? (crate!list.tail.? l!)) 1))))
    :pattern ((crate!list.len.? (crate!list.tail.? l!)))
    :qid internal_crate!list.len.?_definition
    :skolemid skolem_internal_crate!list.len.?_definition
))))
;; Function-Def crate::test
;; src/lib.rs:12:1: 14:2 (#0)
(get-info :all-statistics)
(push)
 (declare-const a~2@ List.)
 (assert
  fuel_defaults
 )
 ;; assertion failed
 (declare-const %%location_label%%0 Bool)
 (declare-const %%query%% Bool)
 (assert
  (=>
   %%query%%
   (not (=>
    %%location_label%%0
    (> (crate!list.len.? a~2@) 0)
 ))))
 (get-info :version)
 (assert
  %%query%%
 )
 (set-option :rlimit 30000000)
 (check-sat)
 (set-option :rlimit 0)
 (get-info :reason-unknown)
(pop)
;; Function-Def crate::other
(push)
 (declare-const a~2@ Int)
 (assert fuel_defaults)
 (assert (not (=> (> a~2@ 3) (> a~2@ 2))))
 (check-sat)
(pop)
