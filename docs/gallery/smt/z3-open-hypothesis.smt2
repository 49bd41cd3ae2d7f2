; The proof of Z3 4.12.1 to 5.4.1 has 18 hypotheses, and no lemma that closes them.
(set-option :produce-proofs true)
(assert (not (str.is_digit "0")))
(check-sat-assuming (true))
(get-proof)
