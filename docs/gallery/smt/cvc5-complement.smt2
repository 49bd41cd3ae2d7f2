(set-logic ALL)
(assert (str.in_re "Z" (re.inter (re.comp (re.range "A" "J")) (re.range "A" "Z"))))
(check-sat)
