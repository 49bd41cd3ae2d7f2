(declare-fun x () (_ FloatingPoint 2 3))
(assert (fp.lt (fp #b0 #b10 #b01) x))
(assert (= (fp.rem x (fp #b0 #b00 #b11)) (fp #b0 #b00 #b01)))
(check-sat)
