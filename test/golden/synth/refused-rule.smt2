; RUN: smt synth --rules in.smt2 --ops EMPTY --count
; EXIT: 2
; EXPECT: assay: in.smt2:1:1: the row EMPTY is wrong: the left side holds, and the right one with its witnesses does not, under (   (define-fun s () String "") )
; EXPECT:   mend it; `assay smt rules FILE` lists all that are wrong
(equivalence EMPTY :theory strings :vars ((s String)) :left (= s "") :right (= (str.len s) 1))
