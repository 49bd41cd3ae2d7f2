% A product with digits of given parity: generate and test.
:- module(_, [odd_even/2], [assertions, regtypes, nativeprops]).
:- entry odd_even(A,B) : (list(num,A), var(B)).

odd_even(Ds,R) :- pick(A,Ds,Rest), pick(B,Rest,_), P is A*B, parity(P,R).

pick(X,[X|Xs],Xs).
pick(X,[Y|Ys],[Y|Zs]) :- pick(X,Ys,Zs).

parity(P,even(P)) :- integer(P), 0 =:= P mod 2, !.
parity(P,odd(P)) :- integer(P), !.
parity(P,other(P)).
