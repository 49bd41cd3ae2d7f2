; Arrays of naturals, encoded as sequences of integers: every array has natural elements, and every sequence is one of
; an array.
(declare-sort Ints 0)
(declare-sort Array3 0)
(declare-fun singleton (Int) Ints)
(declare-fun at (Ints Int) Int)
(declare-fun size (Ints) Int)
(declare-fun array (Ints) Array3)
(declare-fun read (Array3 Int) Int)
(assert (! (forall ((e Int)) (! (= (at (singleton e) 0) e) :pattern ((singleton e)))) :named index-of-singleton))
(assert (! (forall ((s Ints) (i Int)) (! (= (read (array s) i) (at s i)) :pattern ((read (array s) i))
  :pattern ((at s i)))) :named read-indices))
(assert (! (forall ((a Array3) (i Int)) (! (<= 0 (read a i)) :pattern ((read a i)))) :named valid))
(check-sat)
