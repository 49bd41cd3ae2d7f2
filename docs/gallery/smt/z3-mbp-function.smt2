; z3 prints true. Where x is true of everything, no v and y satisfy the formula.
(declare-sort V 0)
(declare-fun x (V V) Bool)
(declare-const v V)
(declare-const y V)
(assert (not (x v y)))
(check-sat)
(mbp (not (x v y)) (y v))
