% Quicksort with lists, and with difference lists.
:- module(_, [qs/2, qsd/2], [assertions, regtypes, nativeprops]).
:- entry qs(A,B) : (list(num,A), var(B)).
:- entry qsd(A,B) : (list(num,A), var(B)).

qs([],[]).
qs([X|L],R) :- part(L,X,S,G), qs(S,A), qs(G,B), app(A,[X|B],R).

part([],_,[],[]).
part([E|R],C,[E|S],G) :- E < C, !, part(R,C,S,G).
part([E|R],C,S,[E|G]) :- part(R,C,S,G).

app([],X,X).
app([H|T],Y,[H|Z]) :- app(T,Y,Z).

qsd(L,R) :- dl(L,R-[]).

dl([],X-X).
dl([H|T],A-Z) :- part(T,H,S,G), dl(S,A-[H|B]), dl(G,B-Z).
