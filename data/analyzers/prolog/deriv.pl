% Symbolic differentiation: a type of expressions, cuts.
:- module(_, [d/3], [assertions, regtypes, nativeprops]).
:- entry d(A,B,C) : (expr(A), var(C), ground(B)).

:- regtype expr/1.
expr(x).
expr(N) :- num(N).
expr(plus(A,B)) :- expr(A), expr(B).
expr(times(A,B)) :- expr(A), expr(B).
expr(power(A,N)) :- expr(A), int(N).

d(U,X,1) :- U == X, !.
d(plus(U,V),X,plus(DU,DV)) :- !, d(U,X,DU), d(V,X,DV).
d(times(U,V),X,plus(times(U,DV),times(DU,V))) :- !, d(U,X,DU), d(V,X,DV).
d(power(U,N),X,times(DU,times(N,power(U,M)))) :- !, integer(N), M is N-1, d(U,X,DU).
d(_,_,0).
