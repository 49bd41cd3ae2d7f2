; A crash stays one on any script, so truth does not matter.
; RUN: smt reduce in.smt2 --target liar=./liar
; EXIT: 1
; EXPECT: (assert (= #b0 ((_ rotate_left 7) #b0)))
; EXPECT: (check-sat)
; EXPECT: liar=./liar: crash
; EXPECT: the solver failed: assertion failure: Assertion `width > N failed
; EXPECT: reduced from 251 to 53 bytes
(set-logic QF_BV)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (= (bvadd a (bvmul b #x0000ffff)) ((_ rotate_left 7) (bvor a b))))
(assert (bvult a b))
(check-sat)
; FILE: liar
#!/bin/sh
if grep -q 'rotate_left'; then echo 'Assertion `width > 0 failed' >&2; kill -ABRT $$; else echo sat; fi
