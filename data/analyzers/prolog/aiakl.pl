% Initial sharing for abstract unification, as small as it gets: sets as lists, arg/3, functor/3, sort/2.
:- module(_, [init/3], [assertions, regtypes, nativeprops]).
:- use_module(library(sort), [sort/2]).
:- use_module(library(aggregates), [findall/3]).
:- entry init(A,B,C) : (list(A), var(C), mshare([[A],[A,B],[B],[C]])).

init(Vars,Call,Eqs) :- split(Vars,Call,Same,Other), pairs(Same,Other,Eqs0), sort(Eqs0,Eqs).

split([],_,[],[]).
split([V|Vs],T,[V|S],O) :- V == T, !, split(Vs,T,S,O).
split([V|Vs],T,S,[V|O]) :- split(Vs,T,S,O).

pairs([],Os,Es) :- findall(arg(N),( part_of(O,Os), nonvar(O), functor(O,_,N) ),Es).
pairs([S|Ss],Os,[S=Os|Es]) :- pairs(Ss,Os,Es).

part_of(X,[X|_]).
part_of(X,[_|T]) :- part_of(X,T).
