; Nothing is in an empty range.
(set-logic QF_S)
(declare-const s String)
(declare-const t String)
(assert (str.in_re (str.++ s t) (re.++ (re.range "z" "a") re.all)))
(assert (or (= s "") (str.in_re t (re.opt re.none))))
(check-sat)
