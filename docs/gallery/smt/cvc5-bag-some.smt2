(set-logic HO_ALL)
(assert (bag.some (lambda ((x Int)) true) (as bag.empty (Bag Int))))
(check-sat)
