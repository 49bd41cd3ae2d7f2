(set-logic ALL)
(assert (= (fp.add RNE (fp #b0 #b00 #b01) (fp #b0 #b00 #b01)) (fp #b0 #b00 #b10)))
(check-sat)
