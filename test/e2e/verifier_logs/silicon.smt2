(get-info :version)
; (:version "4.8.7")
(set-option :print-success true) ; Boogie: false
(set-option :global-decls true) ; Necessary for push pop mode
(set-option :auto_config false)
(set-option :smt.mbqi false)
(declare-datatypes (($Snap 0)) ((
    ($Snap.unit)
    ($Snap.combine ($Snap.first $Snap) ($Snap.second $Snap)))))
(declare-sort $Ref 0)
(declare-const $Ref.null $Ref)
(declare-sort list 0)
(declare-fun len<Int> (list) Int)
(declare-fun nxt<list> (list) list)
(assert (forall ((l list)) (!
  (and (> (len<Int> l) 0) (=> (not (= (nxt<list> l) l)) (= (len<Int> l) (+ (len<Int> (nxt<list> l)) 1))))
  :pattern ((len<Int> (nxt<list> l)))
  :qid |prog.length|)))
; ////////// Methods
; ---------- first ----------
(declare-const x@0@01 list)
(declare-const y@1@01 list)
(push) ; 1
(set-option :timeout 10)
(assert (not (= x@0@01 y@1@01)))
(check-sat)
; unknown
(pop) ; 1
; 0.00s
; (get-info :all-statistics)
(set-option :timeout 0)
(push) ; 1
(declare-const z@2@01 list)
(assert (= z@2@01 x@0@01))
; [exec]
; assert len(z) > 0
(push) ; 2
(assert (not (> (len<Int> z@2@01) 0)))
(check-sat)
; unknown
(pop) ; 2
(pop) ; 1
(push) ; 1
(assert (= z@2@01 x@0@01))
(assert (not (= x@0@01 z@2@01)))
(check-sat)
; unsat
(pop) ; 1
