% All ways to put n queens: negation, arithmetic, backtracking.
:- module(_, [queens/2], [assertions, regtypes, nativeprops]).
:- entry queens(A,B) : (nnegint(A), var(B)).

queens(N,Qs) :- N =< 5, range(1,N,Ns), place(Ns,[],Qs).

place([],Qs,Qs).
place(Un,Safe,Qs) :- sel(Q,Un,Rest), \+ attack(Q,1,Safe), place(Rest,[Q|Safe],Qs).

attack(X,N,[Y|_]) :- X is Y+N.
attack(X,N,[Y|_]) :- X is Y-N.
attack(X,N,[_|Ys]) :- M is N+1, attack(X,M,Ys).

sel(X,[X|Xs],Xs).
sel(X,[Y|Ys],[Y|Zs]) :- sel(X,Ys,Zs).

range(M,N,[]) :- M > N, !.
range(M,N,[M|Ns]) :- M1 is M+1, range(M1,N,Ns).
