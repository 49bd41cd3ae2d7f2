% Search trees with free leaves: insertion by unification, flattening, copying.
:- module(_, [build/2, flat/2, twin/2], [assertions, regtypes, nativeprops]).
:- entry build(A,B) : (list(num,A), var(B)).
:- entry flat(A,B) : (tree(A), var(B)).
:- entry twin(A,B) : (var(B), mshare([[A],[B]])).

:- regtype tree/1.
tree(nil).
tree(t(L,X,R)) :- tree(L), num(X), tree(R).

build([],_).
build([X|Xs],T) :- ins(X,T), build(Xs,T).

ins(X,t(_,X,_)) :- !.
ins(X,t(L,Y,R)) :- ( X < Y -> ins(X,L) ; ins(X,R) ).

flat(T,L) :- flat(T,L,[]).

flat(nil,L,L).
flat(t(A,X,B),L,Z) :- flat(A,L,[X|M]), flat(B,M,Z).

twin(A,pair(A,B,F,N)) :- copy_term(A,B), ( nonvar(A) -> functor(A,F,N) ; F = none, N = 0 ).
