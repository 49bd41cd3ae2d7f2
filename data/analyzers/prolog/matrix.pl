% Matrices as lists of lists: multiplication, transposition.
:- module(_, [mmult/3, transpose/2], [assertions, regtypes, nativeprops]).
:- entry mmult(A,B,C) : (list(row,A), list(row,B), var(C)).
:- entry transpose(A,B) : (list(list,A), var(B)).

:- regtype row/1.
row([]).
row([X|Xs]) :- num(X), row(Xs).

mmult([],_,[]).
mmult([R|Rs],Cs,[X|Xs]) :- multiply(Cs,R,X), mmult(Rs,Cs,Xs).

multiply([],_,[]).
multiply([C|Cs],R,[X|Xs]) :- vmul(R,C,X), multiply(Cs,R,Xs).

vmul([X|Xs],[Y|Ys],S) :- !, vmul(Xs,Ys,S1), S is S1+X*Y.
vmul(_,_,0).

transpose([],[]).
transpose([R|Rs],T) :- columns([R|Rs],Heads,Rest), ( Heads = [] -> T = [] ; T = [Heads|T1], transpose(Rest,T1) ).

columns([],[],[]).
columns([[H|T]|Rs],[H|Hs],[T|Ts]) :- !, columns(Rs,Hs,Ts).
columns([[]|_],[],[]).
