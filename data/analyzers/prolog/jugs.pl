% The water jugs problem: states, visited states, disjunctions.
:- module(_, [jugs/3], [assertions, regtypes, nativeprops]).
:- entry jugs(A,B,C) : (nnegint(A), nnegint(B), var(C)).

jugs(Cap,Goal,Path) :- search(5,Cap,Goal,j(0,0),[j(0,0)],Path).

search(_,_,Goal,j(A,B),Seen,Seen) :- ( A =:= Goal ; B =:= Goal ), !.
search(N,Cap,Goal,S,Seen,Path) :-
    N > 0, M is N-1,
    move(Cap,S,T),
    \+ member_of(T,Seen),
    search(M,Cap,Goal,T,[T|Seen],Path).

move(Cap,j(A,B),j(Cap,B)) :- A < Cap.
move(_,j(A,B),j(A,3)) :- B < 3.
move(_,j(A,B),j(0,B)) :- A > 0.
move(_,j(A,B),j(A,0)) :- B > 0.
move(Cap,j(A,B),j(C,D)) :- A > 0, F is 3-B, ( A =< F -> C = 0, D is A+B ; C is A-F, D = 3 ), Cap > 0.

member_of(X,[X|_]).
member_of(X,[_|T]) :- member_of(X,T).
