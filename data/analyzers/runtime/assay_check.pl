% The runtime of checked Prolog programs: what the direct tests of properties need, counters, and the report. An
% engine's own part stands before it and defines as__set/3 (replaces an argument for good: backtracking does not undo
% it), as__put/1, as__get/1, as__put_points/1 and as__points/1 (the global terms), as__instance/2 and as__cyclic/1. Who
% counts visits defines as__begin/2, as__renew/1 (so many points may a test pass), as__seen/2 (a point is passed, with
% these values) and as__visits/2.
%
% The global term: as__g(Left, Test, -, Broken, First). `Left` is how many points the present test may still pass;
% `Broken` counts by number of fact; `First` tells the first broken point of the test, and its visit.

% Marks the free variables of a term with a bit: X becomes as__m(Bits), under a double negation of the caller's.
as__mark(X, B, L0, L) :- var(X), !, X = as__m(B), L = [X|L0].
as__mark(X, B, L0, L) :- X = as__m(M), !, M1 is M \/ B, as__set(1, X, M1), L = L0.
as__mark(X, _, L0, L) :- atomic(X), !, L = L0.
as__mark([X|Y], B, L0, L) :- !, as__mark(X, B, L0, L1), as__mark(Y, B, L1, L).
as__mark(X, B, L0, L) :- functor(X, _, N), as__marks(N, X, B, L0, L).

as__marks(0, _, _, L0, L) :- !, L = L0.
as__marks(I, X, B, L0, L) :- arg(I, X, A), as__mark(A, B, L0, L1), J is I - 1, as__marks(J, X, B, L1, L).

% No variable occurs twice.
as__linear(X) :- \+ \+ as__once(X).

as__once(X) :- var(X), !, X = as__v.
as__once(X) :- atomic(X), !, X \== as__v.
as__once(X) :- functor(X, _, N), as__onces(N, X).

as__onces(0, _) :- !.
as__onces(I, X) :- arg(I, X, A), as__once(A), J is I - 1, as__onces(J, X).

% Each variable of the first occurs in the second.
as__covered(X, Y) :- \+ \+ (as__bind(Y), ground(X)).

as__indep(X, Y) :- \+ \+ (as__mark(X, 1, [], L), as__unmarked(Y), L = L).

as__bind(X) :- var(X), !, X = as__v.
as__bind(X) :- atomic(X), !.
as__bind(X) :- functor(X, _, N), as__binds(N, X).

as__binds(0, _) :- !.
as__binds(I, X) :- arg(I, X, A), as__bind(A), J is I - 1, as__binds(J, X).

as__unmarked(X) :- var(X), !.
as__unmarked(X) :- atomic(X), !.
as__unmarked(X) :- X = as__m(_), !, fail.
as__unmarked(X) :- functor(X, _, N), as__unmarkeds(N, X).

as__unmarkeds(0, _) :- !.
as__unmarkeds(I, X) :- arg(I, X, A), as__unmarked(A), J is I - 1, as__unmarkeds(J, X).

as__any(_).
as__none(_) :- fail.
as__nnegint(X) :- integer(X), X >= 0.
as__compound(X) :- nonvar(X), \+ atomic(X).
as__gndstr(X) :- nonvar(X), \+ atomic(X), ground(X).
as__callable(X) :- atom(X), !.
as__callable(X) :- as__compound(X).
as__list(X) :- nonvar(X), as__list_(X).
as__list_([]).
as__list_([_|X]) :- as__list(X).

% A point is passed. What is left is looked at every 32nd time. A cyclic term ends the test: analyses are about finite
% trees.
as__n(I, State) :-
    as__points(P), arg(I, P, N), N1 is N + 1, as__set(I, P, N1),
    ( N1 /\ 31 =:= 0 -> as__tick(32) ; true ),
    ( as__cyclic(State) -> throw(as__cyclic_term) ; true ).

as__tick(K) :- as__get(G), arg(1, G, L), M is L - K, as__set(1, G, M), ( M < 0 -> throw(as__limit) ; true ).

% A fact is broken at a point. What a test breaks after its first broken visit of a point follows from that, as a rule,
% and is not counted. The first time, it tells the test, and the values that the variables have.
as__bad(F, I, Values) :-
    as__get(G), as__visits(I, N), arg(5, G, First), Visit is N * 65536 + I,
    ( First =:= -1 -> as__set(5, G, Visit), as__broken(F, Values, G)
    ; First =:= Visit -> as__broken(F, Values, G)
    ; true ).

as__broken(F, Values, G) :-
    arg(4, G, B), arg(F, B, N), N1 is N + 1, as__set(F, B, N1),
    ( N =:= 0 -> arg(2, G, T), as__tell(F, T, Values) ; true ).

as__tell(F, T, Values) :-
    \+ \+ ( as__trim(Values, 8, Short), numbervars(Short, 0, _),
            nl, write('assay bad '), write(F), write(' '), write(T), write(' '), writeq(Short), nl, flush_output ).

as__trim(X, _, Y) :- var(X), !, Y = X.
as__trim(X, _, Y) :- atomic(X), !, Y = X.
as__trim(_, 0, Y) :- !, Y = '...'.
as__trim([X|Xs], D, Y) :- !, D1 is D - 1, as__trim_list([X|Xs], D1, 12, Y).
as__trim(X, D, Y) :- functor(X, F, N), functor(Y, F, N), D1 is D - 1, as__trims(N, X, D1, Y).

as__trims(0, _, _, _) :- !.
as__trims(I, X, D, Y) :- arg(I, X, A), arg(I, Y, B), as__trim(A, D, B), J is I - 1, as__trims(J, X, D, Y).

as__trim_list(X, _, _, Y) :- var(X), !, Y = X.
as__trim_list([_|_], _, 0, Y) :- !, Y = '...'.
as__trim_list([X|Xs], D, N, Y) :- !, Y = [Z|Zs], as__trim(X, D, Z), M is N - 1, as__trim_list(Xs, D, M, Zs).
as__trim_list(X, D, _, Y) :- as__trim(X, D, Y).

as__start(Points, Facts, Limit) :-
    as__zeros(Facts, B), as__put(as__g(0, 0, 0, B, -1)), as__begin(Points, Limit).

as__zeros(N, T) :- functor(T, as__c, N), as__zero(N, T).

as__zero(0, _) :- !.
as__zero(I, T) :- arg(I, T, 0), J is I - 1, as__zero(J, T).

% Runs test after test, each up to a number of solutions and of points.
as__run(T, Last, _) :- T > Last, !.
as__run(T, Last, Limit) :-
    as__renew(Limit), as__get(G), as__set(2, G, T), as__set(5, G, -1),
    nl, write('assay test '), write(T), nl, flush_output,
    catch(as__solve(T), E, as__ended(T, E)),
    T1 is T + 1, as__run(T1, Last, Limit).

as__solve(T) :- S = as__c(20), as__test(T), arg(1, S, N), M is N - 1, as__set(1, S, M), M =< 0, !.
as__solve(_).

as__ended(T, E) :-
    ( nonvar(E), functor(E, F, _) -> true ; F = unknown ),
    nl, write('assay end '), write(T), write(' '), writeq(F), nl.

as__report(Points) :-
    as__reached(1, Points),
    as__get(G), arg(4, G, B), functor(B, _, M), as__broken_facts(1, M, B),
    nl, write('assay done'), nl.

as__reached(I, N) :- I > N, !.
as__reached(I, N) :- as__visits(I, C), as__count('assay runs ', I, C), J is I + 1, as__reached(J, N).

as__broken_facts(I, N, _) :- I > N, !.
as__broken_facts(I, N, B) :- arg(I, B, C), as__count('assay broken ', I, C), J is I + 1, as__broken_facts(J, N, B).

as__count(_, _, 0) :- !.
as__count(Word, I, C) :- nl, write(Word), write(I), write(' '), write(C), nl.
