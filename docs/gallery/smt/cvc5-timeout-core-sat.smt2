; The answer is `sat`, and no x is above 3 and below 2.
(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 3))
(get-timeout-core-assuming ((< x 2)))
