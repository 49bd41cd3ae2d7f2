(assert (not (= (re.range "" "") (re.range "a" "a"))))
(check-sat)
