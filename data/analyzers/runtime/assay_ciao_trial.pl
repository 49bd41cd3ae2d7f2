% A trial of the tests inside of Ciao's engine: each kind of test says yes and no where it should. Another version of
% Ciao may represent terms in another way: then this does not end with its last line, and the tests in Prolog are used.
:- use_module('./assay_ciao').
:- use_module(engine(io_basic)).
:- use_module(engine(stream_basic)).

main(_) :-
    as__left(1000), modes, types, sharing, limits,
    nl, display('assay engine agrees'), nl.

% Arguments are sets: bit i is argument i, from 0.
modes :-
    as__point(1, [7, 1,1,1, 2,1,2, 3,1,4]),          % ground(A), var(B), nonvar(C)
    as__at(1, f(a), _, g(_)), as__at(1, "abc", _, 1.5), \+ as__at(1, f(_), _, g(_)),
    \+ as__at(1, f(a), b, g(_)), \+ as__at(1, f(a), _, _),
    as__point(2, [1, 4,1,1]),                        % linear(A)
    as__at(2, f(_,[_|_])), \+ as__at(2, f(X,[X])),
    as__point(3, [7, 6,2,1,6, 5,2,2,4]),             % covered(A,[B,C]), indep(B,C)
    as__at(3, f(Y,Z), Y, Z), \+ as__at(3, f(Y,Z), Y, _), \+ as__at(3, Y, Y, Y).

types :-
    as__type(1, [2,1,[], 3,3,-2,1]),                 % list(num)
    as__point(4, [1, 7,2,0,1]),
    as__at(4, [1,2.5,100000000000000000000000]), as__at(4, []),
    \+ as__at(4, [1,a]), \+ as__at(4, [1|_]), \+ as__at(4, [1|2]), \+ as__at(4, _),
    as__type(2, [5,2,f,2,1,-1]),                     % f(list(num),gnd)
    as__point(5, [1, 7,2,0,2]),
    as__at(5, f([1],b)), \+ as__at(5, f([a],b)), \+ as__at(5, f([1],b,c)), \+ as__at(5, g([1],b)),
    \+ as__at(5, f([1],_)),
    as__type(3, [3,4,-3,-10, 2,1,a]),                % an atomic integer, or a
    as__point(6, [1, 7,2,0,3]),
    as__at(6, 7), as__at(6, a), \+ as__at(6, 1.5), \+ as__at(6, b), \+ as__at(6, _),
    bases.

bases :-
    base(-1, f(a), f(_)), base(-2, 1.5, a), base(-3, -7, 7.0), base(-4, 7.0, 7), base(-5, 0, -1), base(-6, a, f(a)),
    base(-7, [a], []), base(-8, f(a), f(_)), base(-10, 1.5, f(a)), base(-11, f(_), 1), base(-12, [_], [_|_]),
    base(-13, _, a).

base(Type, Yes, No) :- as__point(7, [1, 7,2,0,Type]), as__at(7, Yes), \+ as__at(7, No).

sharing :-
    as__point(8, [7, 8,5,7,2,1,6,0]),                % mshare([[A],[B,C]])
    as__at(8, f(X,X), g(Y,a), [Y]), \+ as__at(8, _, g(Y,_), [Y]), \+ as__at(8, Z, Z, a),
    as__point(9, [7, 8,4,7,0,1,3]),                  % clique([[A,B]])
    as__at(9, f(X,Y), Y, a), \+ as__at(9, X, a, _),
    as__point(10, [3, 10,8, 3,1,1,1, 3,2,1,2]),      % ground(A) ; var(B)
    as__at(10, a, b), as__at(10, _, _), \+ as__at(10, _, b).

% What is too deep, too large, cyclic or has attributes is left to the tests in Prolog. Each visit counts.
limits :-
    as__point(11, [1]),
    C = f(C), \+ as__at(11, C), L = [a|L], \+ as__at(11, L),
    deep(3000, a, D), \+ as__at(11, D), deep(100, a, E), as__at(11, E),
    as__visits(11, 4),
    as__point(12, [1, 1,1,3]), as__at(12, a, f(_)),   % the second is not looked at
    as__hit(12), as__visits(12, 2),
    as__left(1), as__at(11, a), \+ as__over, \+ as__at(11, a), as__over.

deep(0, T, T) :- !.
deep(N, T, D) :- M is N - 1, deep(M, f(T,b), D).
