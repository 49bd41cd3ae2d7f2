(set-logic ALL)
(assert (not (distinct (str.to_re "") (re.* (str.to_re "b")))))
(get-timeout-core)
