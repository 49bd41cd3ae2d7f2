; Strings and regular expressions, with the corner cases of SMT-LIB 2.6's definitions.
; RUN: smt eval in.smt2 --model model
; EXIT: 1
; EXPECT: holds    in.smt2:4:1  (= (str.replace s "" "b") "baa")
; EXPECT: holds    in.smt2:5:1  (= (str.indexof s "" 2) 2)
; EXPECT: holds    in.smt2:6:1  (= (str.substr s 1 (- 1)) "")
; EXPECT: holds    in.smt2:7:1  (= (str.to_int "") (- 1))
; EXPECT: fails    in.smt2:8:1  (str.in_re s ((_ re.loop 2 1) (str.to_re "a")))
; EXPECT: holds    in.smt2:9:1  (= (re.range "ab" "c") re.none)
; EXPECT: holds    in.smt2:10:1  (str.in_re s (re.comp (re.++ re.all (str.to_re "b") re.all)))
; EXPECT: 6 hold, 1 fail, 0 open
(set-logic QF_SLIA)
(declare-const s String)
(assert (= (str.replace s "" "b") "baa"))
(assert (= (str.indexof s "" 2) 2))
(assert (= (str.substr s 1 (- 1)) ""))
(assert (= (str.to_int "") (- 1)))
(assert (str.in_re s ((_ re.loop 2 1) (str.to_re "a"))))
(assert (= (re.range "ab" "c") re.none))
(assert (str.in_re s (re.comp (re.++ re.all (str.to_re "b") re.all))))
(check-sat)
; FILE: model
((define-fun s () String "aa"))
