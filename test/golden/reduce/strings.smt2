; Literals get shorter, names too, and what is shared is written out.
; RUN: smt reduce in.smt2 --target liar=./liar --witness witness
; EXIT: 1
; EXPECT: (assert (= (str.replace_all "" "" "") ""))
; EXPECT: (check-sat)
; EXPECT: liar=./liar: refutation-unsound
; EXPECT: expected sat, the answer was unsat
; EXPECT: reduced from 309 to 55 bytes
(set-logic QF_SLIA)
(declare-const |the text| String)
(declare-const other String)
(assert (let ((r (str.replace_all |the text| "aa" "b"))) (or (= r other) (= (str.++ r r) "never this one"))))
(assert (str.prefixof "b" other))
(check-sat)
; FILE: witness
((define-fun |the text| () String "aaaa") (define-fun other () String "bb"))
; FILE: liar
#!/bin/sh
if grep -q 'replace_all'; then echo unsat; else echo sat; fi
