; Quantifiers over few values.
(set-logic BV)
(declare-const m (_ BitVec 3))
(declare-const p Bool)
(assert (forall ((x (_ BitVec 3))) (bvuge (bvor x m) m)))
(assert (exists ((y (_ BitVec 3))) (= (bvmul y m) #b001)))
(assert (= p (forall ((b Bool)) (exists ((z (_ BitVec 2))) (= (ite b #b01 #b10) (bvmul z ((_ extract 1 0) m)))))))
(assert (distinct m #b001))
(check-sat)
