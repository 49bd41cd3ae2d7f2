; ethos refuses the step seq-eval-op of cvc5's proof.
(set-option :produce-proofs true)
(set-option :proof-granularity dsl-rewrite)
(set-logic ALL)
(assert (distinct (seq.update (seq.unit 1) 0 (seq.unit 2)) (seq.unit 2)))
(check-sat)
(get-proof)
