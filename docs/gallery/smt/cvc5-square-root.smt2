(set-logic ALL)
(assert (= (fp.sqrt RTP (fp #b0 #b000 #b001)) (fp #b0 #b000 #b110)))
(check-sat)
