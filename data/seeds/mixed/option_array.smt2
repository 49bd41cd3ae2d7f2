; An array of options of numbers.
(set-logic ALL)
(declare-datatypes ((Option 1)) ((par (X) ((none) (some (the X))))))
(declare-const a (Array Int (Option Int)))
(declare-const i Int)
(assert (= (select a i) (some (+ i 1))))
(assert (not (= (select a (the (select a i))) (as none (Option Int)))))
(assert (> (the (select a (+ i 1))) 5))
(check-sat)
