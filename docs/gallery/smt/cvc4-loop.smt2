(set-logic ALL)
(assert (str.in_re "" ((_ re.loop 1 0) (re.* (str.to_re "a")))))
(check-sat)
