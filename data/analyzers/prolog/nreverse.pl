% Naive reversal, and one with an accumulator.
:- module(_, [nrev/2, rev/2], [assertions, regtypes, nativeprops]).
:- entry nrev(A,B) : (list(A), var(B)).
:- entry rev(A,B) : (list(num,A), var(B)).

nrev([],[]).
nrev([H|T],R) :- nrev(T,S), app(S,[H],R).

app([],X,X).
app([H|T],Y,[H|Z]) :- app(T,Y,Z).

rev(L,R) :- rev(L,[],R).

rev([],R,R).
rev([H|T],A,R) :- rev(T,[H|A],R).
