; Languages with intersections, complements and loops.
(set-logic QF_S)
(declare-const s String)
(assert (str.in_re s (re.inter (re.* (str.to_re "ab")) (re.* (re.++ (str.to_re "aba") (str.to_re "bab"))))))
(assert (not (str.in_re s ((_ re.loop 1 2) (str.to_re "ababab")))))
(assert (str.in_re s (re.comp ((_ re.^ 0) re.allchar))))
(assert (str.in_re s (re.diff re.all (re.++ re.all (str.to_re "aa") re.all))))
(check-sat)
