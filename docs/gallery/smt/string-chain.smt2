(assert (str.< "a" "b" "c"))
(check-sat)
