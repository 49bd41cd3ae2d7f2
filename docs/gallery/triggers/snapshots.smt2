; A wrapper of the sort Bool as an encoding of program states has it: infinitely many states, and a bijection with Bool.
(declare-datatypes ((State 0)) (((unit) (pair (first State) (second State)))))
(declare-fun of-bool (Bool) State)
(declare-fun to-bool (State) Bool)
(assert (! (forall ((b Bool)) (! (= (to-bool (of-bool b)) b) :pattern ((of-bool b)))) :named unwrap))
(assert (! (forall ((s State)) (! (= (of-bool (to-bool s)) s) :pattern ((to-bool s)))) :named wrap))
(check-sat)
