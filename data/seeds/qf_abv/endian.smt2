; A word written byte by byte is read back.
(set-logic QF_ABV)
(declare-const m0 (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const a (_ BitVec 4))
(declare-const word (_ BitVec 16))
(define-fun m2 () (Array (_ BitVec 4) (_ BitVec 8))
  (store (store m0 a ((_ extract 7 0) word)) (bvadd a #x1) ((_ extract 15 8) word)))
(assert (distinct word (concat (select m2 (bvadd a #x1)) (select m2 a))))
(check-sat)
