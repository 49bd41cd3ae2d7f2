; No list is its own tail.
(set-logic QF_DT)
(declare-datatypes ((List 0) (Item 0)) (((nil) (cons (head Item) (tail List))) ((a) (b) (c))))
(declare-const x List)
(declare-const y List)
(assert (= x (cons a (tail y))))
(assert (= (tail y) (cons (head y) x)))
(check-sat)
