(set-logic ALL)
(declare-fun y () (_ BitVec 4))
(assert (= ((_ to_fp 3 4) RNE y) (_ +zero 3 4)))
(check-sat)
