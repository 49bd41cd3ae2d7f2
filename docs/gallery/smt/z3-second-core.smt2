; The first core is (z y), the second one is empty.
(set-option :produce-unsat-cores true)
(set-option :smt.core.minimize true)
(declare-const p Bool)
(assert (! p :named y))
(assert (! (not p) :named z))
(check-sat)
(get-unsat-core)
(get-unsat-core)
