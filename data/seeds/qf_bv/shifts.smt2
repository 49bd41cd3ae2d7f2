; Shifts by more than the width.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(declare-const s (_ BitVec 8))
(assert (= (bvshl x s) #x00))
(assert (distinct (bvlshr x s) #x00))
(assert (= (bvashr x s) (bvor (bvlshr x s) #xf0)))
(assert (=> (bvuge s #x08) (= x (bvneg x))))
(check-sat)
