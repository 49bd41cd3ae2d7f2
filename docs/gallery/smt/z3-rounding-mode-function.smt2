(declare-fun x (RoundingMode (_ BitVec 1)) (_ FloatingPoint 2 3))
(declare-fun y () RoundingMode)
(assert (= (x y #b0) (fp #b0 #b00 #b00)))
(check-sat)
