% Lists joined: an entry for each direction.
:- module(_, [app/3, prefix/2], [assertions, regtypes, nativeprops]).
:- entry app(A,B,C) : (list(A), var(C), mshare([[A],[A,B],[B],[C]])).
:- entry prefix(A,B) : (var(A), list(num,B)).

app([],X,X).
app([H|T],Y,[H|Z]) :- app(T,Y,Z).

prefix(A,B) :- app(A,_,B).
