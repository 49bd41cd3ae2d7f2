(set-logic HORN)
(set-option :fp.xform.instantiate_quantifiers true)
(declare-fun p () Bool)
(assert p)
(assert (forall ((i Int) (n Int) (a (Array Int Int))) (=> (and (>= i n) (forall ((k Int)) (=> (and (<= 0 k) (< k i)) (not (= (select a k) 0))))) false)))
(check-sat)

