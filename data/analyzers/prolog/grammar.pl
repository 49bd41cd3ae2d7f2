% A sentence parser on difference lists.
:- module(_, [sentence/2], [assertions, regtypes, nativeprops]).
:- entry sentence(A,B) : (list(word,A), var(B)).

:- regtype word/1.
word(the).
word(a).
word(man).
word(apple).
word(eats).
word(sings).

sentence(Ws,s(N,V)) :- noun_phrase(N,Ws,Rest), verb_phrase(V,Rest,[]).

noun_phrase(np(D,N),A,Z) :- determiner(D,A,B), noun(N,B,Z).

verb_phrase(vp(V,N),A,Z) :- verb(V,A,B), noun_phrase(N,B,Z).
verb_phrase(vp(V),A,Z) :- verb(V,A,Z).

determiner(d(the),[the|Z],Z).
determiner(d(a),[a|Z],Z).

noun(n(man),[man|Z],Z).
noun(n(apple),[apple|Z],Z).

verb(v(eats),[eats|Z],Z).
verb(v(sings),[sings|Z],Z).
