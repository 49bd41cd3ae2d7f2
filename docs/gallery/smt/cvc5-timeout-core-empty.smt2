; The answer is `unsat` and the empty list, and the assertion alone is satisfiable.
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-const p Bool)
(assert (not p))
(get-timeout-core-assuming (p))
