(assert (exists ((x (_ BitVec 4))) (= ((_ fp.to_ubv 4) RNE (_ +zero 3 4)) x)))
(apply bv1-blast)
