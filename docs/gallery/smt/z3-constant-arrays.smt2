(assert (= (store ((as const (Array (_ BitVec 2) String)) "") #b10 "a")
           (store ((as const (Array (_ BitVec 2) String)) "a") #b00 "")))
(check-sat)
