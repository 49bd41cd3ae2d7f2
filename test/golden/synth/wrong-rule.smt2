; RUN: smt rules in.smt2
; EXIT: 1
; EXPECT: wrong in.smt2:1:1: EMPTY: the left side holds, and the right one with its witnesses does not, under (   (define-fun s () String "") )
; EXPECT: 1 rows, 1 wrong, checked on 1 relevant inputs
(equivalence EMPTY :theory strings :vars ((s String)) :left (= s "") :right (= (str.len s) 1))
