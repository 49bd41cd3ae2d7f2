; cvc5 1.4.2 with --produce-proofs --arrays-exp ends by SIGABRT after its error, in CaDiCaL's disconnect_proof_tracer.
(set-option :produce-proofs true)
(set-logic ALL)
(declare-const z Int)
(assert (= (store ((as const (Array Int Bool)) false) z true) ((as const (Array Int Bool)) true)))
(check-sat)
