% Factorial, Fibonacci, powers, the towers of Hanoi: recursion on numbers.
:- module(_, [fact/2, fib/2, power/3, hanoi/5], [assertions, regtypes, nativeprops]).
:- entry fact(A,B) : (nnegint(A), var(B)).
:- entry fib(A,B) : (nnegint(A), var(B)).
:- entry power(A,B,C) : (int(A), nnegint(B), var(C)).
:- entry hanoi(A,B,C,D,E) : (nnegint(A), mshare([[B],[C],[D],[E]]), var(E)).

fact(0,1) :- !.
fact(N,F) :- M is N-1, fact(M,G), F is N*G.

fib(0,0) :- !.
fib(1,1) :- !.
fib(N,F) :- A is N-1, B is N-2, fib(A,X), fib(B,Y), F is X+Y.

power(_,0,1) :- !.
power(X,N,P) :- M is N-1, power(X,M,Q), P is X*Q.

hanoi(0,_,_,_,[]) :- !.
hanoi(N,A,B,C,M) :- K is N-1, hanoi(K,A,C,B,M1), hanoi(K,C,B,A,M2), join(M1,[mv(A,B)|M2],M).

join([],X,X).
join([H|T],Y,[H|Z]) :- join(T,Y,Z).
