#pragma once

#include <string_view>

namespace assay::datalog {

struct EngineProgram {
  std::string_view name;
  std::string_view text;
};

/// Small programs that together use every capability and every boundary of the dialects whose engines can be run.
inline constexpr EngineProgram kEnginePrograms[] = {
    {"closure", R"(.decl edge(a:number, b:number)
.output edge
.decl path(a:number, b:number)
.output path
.decl loop(a:number)
.output loop
.decl empty(a:number)
.output empty
edge(1, 2). edge(2, 3). edge(3, 3). edge(10, 15). edge(1, 2).
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z).
loop(x) :- edge(x, x).
empty(x) :- edge(x, 27).
)"},
    {"one_tuple", R"(.decl r0(a:number)
.output r0
.decl r1(a:number, b:number, c:number)
.output r1
.decl r2(a:symbol)
.output r2
r0(0).
r1(1, 1, 1).
r2("only").
)"},
    {"no_facts", R"(.decl r0(a:number)
.output r0
.decl r1(a:number, b:symbol)
.output r1
.decl r2(a:number)
.output r2
r1(x, "a") :- r0(x).
r2(x) :- r2(x).
)"},
    {"constants", R"(.decl r0(a:number, b:number)
.decl r1(a:number, b:symbol, c:number)
.output r1
.decl r2(a:number)
.output r2
r0(5, 6). r0(6, 6). r0(7, 5).
r1(9, "head", x) :- r0(x, 6).
r1(x, "both", x) :- r0(x, x).
r2(1) :- r0(5, 6).
r2(2) :- r0(5, 5).
)"},
    {"repeated", R"(.decl r0(a:number, b:number, c:number)
.decl r1(a:number, b:number)
.output r1
.decl r2(a:number, b:number, c:number)
.output r2
r0(1, 1, 1). r0(1, 1, 2). r0(1, 2, 1). r0(2, 1, 1). r0(1, 2, 3).
r1(x, y) :- r0(x, x, y).
r1(x, x) :- r0(x, y, y), r0(y, y, x).
r2(x, x, x) :- r0(x, _, x).
r2(x, y, x) :- r0(x, y, _), r0(y, x, _).
)"},
    {"twelve_columns",
     R"(.decl r0(a:number, b:number, c:number, d:number, e:number, f:number, g:number, h:number, i:number, j:number, k:number, l:number)
.output r0
.decl r1(a:number, b:number, c:number, d:number, e:number, f:number, g:number, h:number, i:number, j:number, k:number, l:number)
.output r1
r0(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12).
r0(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).
r0(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2).
r1(l, k, j, i, h, g, f, e, d, c, b, a) :- r0(a, b, c, d, e, f, g, h, i, j, k, l).
r1(x, x, x, x, x, x, x, x, x, x, x, x) :- r0(x, x, x, x, x, x, x, x, x, x, x, x).
)"},
    {"symbols", R"(.decl r0(a:symbol, b:symbol)
.output r0
.decl r1(a:symbol)
.output r1
r0("a b", "\"quoted\""). r0("back\\slash", "it's"). r0("", "_"). r0("X", "123"). r0("end", "#sup").
r0("%", "line\nbreak"). r0("tab\t!", "not"). r0("\\n", "(a,b)."). r0("caf)"
                "\xC3\xA9"
                R"(", "[]"). r0("-5", "{}").
r1(x) :- r0(x, "it's").
r1(y) :- r0("", y).
r1("line\nbreak") :- r0("\\n", _).
r1(x) :- r0(x, y), r0(y, x).
)"},
    {"all_pairs_of_two", R"(.decl r0(a:symbol)
.output r0
.decl r1(a:symbol, b:symbol)
.output r1
.decl r2(a:symbol, b:symbol)
.output r2
r0("a"). r0("b").
r1(x, y) :- r0(x), r0(y).
r2(x, x) :- r0(x).
)"},
    {"equalities", R"(.decl r0(a:number, b:symbol)
.decl r1(a:number, b:symbol)
.output r1
.decl r2(a:number)
.output r2
r0(1, "a"). r0(2, "b"). r0(3, "a").
r1(y, b) :- y = x, r0(x, b), b = "a".
r1(x, c) :- r0(x, _), c = "new".
r1(x, b) :- x = 2, r0(x, b).
r1(z, b) :- r0(x, b), y = x, z = y, y = 3.
r2(x) :- x = 9, r0(1, _).
r2(x) :- r0(x, b), r0(x, c), b = c, x = x.
)"},
    {"inequalities", R"(.decl r0(a:number, b:symbol)
.decl r1(a:number, b:number)
.output r1
.decl r2(a:symbol)
.output r2
r0(1, "a"). r0(2, "b"). r0(3, "a").
r1(x, y) :- x != y, r0(x, b), r0(y, b).
r1(x, y) :- r0(x, b), r0(y, c), b != c, x != 1, 2 != y.
r2(b) :- r0(_, b), b != "b", "z" != b.
)"},
    {"mutual", R"(.decl edge(a:number, b:number)
.decl even(a:number)
.output even
.decl odd(a:number)
.output odd
edge(0, 1). edge(1, 2). edge(2, 3). edge(3, 4). edge(4, 0). edge(7, 8).
even(0).
odd(y) :- even(x), edge(x, y).
even(y) :- odd(x), edge(x, y).
)"},
    {"same_generation", R"(.decl up(a:number, b:number)
.decl sg(a:number, b:number)
.output sg
up(1, 5). up(2, 5). up(3, 6). up(5, 9). up(6, 9). up(4, 7).
sg(x, x) :- up(x, _).
sg(x, x) :- up(_, x).
sg(x, y) :- up(x, a), sg(a, b), up(y, b).
)"},
    {"rules_and_facts", R"(.decl r0(a:number)
.output r0
.decl r1(a:number)
.output r1
.decl unused(a:number, b:symbol)
r0(1). r0(2).
r0(x) :- r1(x).
r0(x) :- r1(x).
r1(3).
r1(x) :- r0(x), x != 2.
)"},
    {"unsigned", R"(.decl r0(a:unsigned, b:number)
.output r0
.decl r1(a:unsigned)
.output r1
r0(50, -1). r0(31, 1). r0(32, -32). r0(63, 31).
r1(x) :- r0(x, _), x != 32.
)"},
    {"unsigned_order", R"(.decl r0(a:unsigned)
.decl r1(a:unsigned, b:unsigned)
.output r1
r0(50). r0(25). r0(0). r0(63).
r1(x, y) :- r0(x), r0(y), x < y.
r1(x, m) :- r0(x), x >= 50, m = x / 7.
r1(m, x) :- r0(x), m = min(x, 35).
)"},
    {"negation", R"(.decl edge(a:number, b:number)
.decl node(a:number)
.output node
.decl apart(a:number, b:number)
.output apart
.decl far(a:number, b:number)
.output far
.decl reach(a:number, b:number)
.output reach
edge(1, 2). edge(2, 3). edge(4, 4).
node(x) :- edge(x, _).
node(y) :- edge(_, y).
reach(x, y) :- edge(x, y).
reach(x, z) :- reach(x, y), reach(y, z).
apart(x, y) :- !reach(x, y), node(x), node(y).
far(x, y) :- apart(x, y), !apart(y, x), !edge(x, x).
far(x, 0) :- node(x), !edge(x, 2), !apart(x, 1).
)"},
    {"strata", R"(.decl a(x:number)
.output a
.decl b(x:number)
.output b
.decl c(x:number)
.output c
.decl d(x:number)
.output d
a(1). a(2). a(3). a(4).
b(x) :- a(x), !n(x).
.decl n(x:number)
n(2).
c(x) :- a(x), !b(x).
c(x) :- c(x), a(x).
d(x) :- a(x), !c(x), !n(x).
d(x) :- b(x), !d2(x).
.decl d2(x:number)
.output d2
d2(x) :- c(x), !b(x).
)"},
    {"negated_wildcards", R"(.decl edge(a:number, b:number)
.decl last(a:number)
.output last
.decl first(a:number)
.output first
.decl none(a:number)
.output none
.decl empty(a:number, b:number)
edge(1, 2). edge(2, 3). edge(3, 3). edge(3, 4).
last(x) :- edge(_, x), !edge(x, _).
first(x) :- edge(x, _), !edge(_, x).
none(x) :- edge(x, _), !edge(_, _).
none(x) :- edge(x, x), !empty(_, _), !empty(x, _).
)"},
    {"nullary", R"(.decl yes()
.output yes
.decl no()
.output no
.decl fact()
.output fact
.decl unused()
.output unused
.decl r0(a:number)
.output r0
fact(). fact().
yes() :- fact().
yes() :- r0(_).
no() :- r0(x), x = 5.
r0(1) :- yes().
r0(2) :- yes(), r0(1).
r0(3) :- no().
)"},
    {"negated_nullary", R"(.decl yes()
.output yes
.decl no()
.output no
.decl r0(a:number)
.output r0
.decl r1(a:number)
.output r1
r0(1). r0(2).
no() :- r0(7).
yes() :- r0(x), !no().
r1(x) :- r0(x), !yes().
r1(x) :- r0(x), !no(), x != 2.
)"},
    {"order", R"(.decl r0(a:number)
.decl r1(a:number, b:number)
.output r1
.decl r2(a:number)
.output r2
r0(-32). r0(-1). r0(0). r0(1). r0(31).
r1(x, y) :- x < y, r0(x), r0(y).
r2(x) :- r0(x), x <= 0.
r2(x) :- r0(x), x > 20.
r2(x) :- r0(x), -20 >= x.
r2(x) :- r0(x), x >= 1, x < 2.
)"},
    {"whole_sort", R"(.decl n(a:number)
.output n
.decl m(a:number)
.output m
n(-32).
n(y) :- n(x), x < 31, y = x + 1.
m(x) :- n(x), x >= 0, !big(x).
.decl big(a:number)
big(x) :- n(x), x > 25.
)"},
    {"arithmetic", R"(.decl r0(a:number, b:number)
.decl r1(a:symbol, b:number, c:number)
.output r1
r0(3, 4). r0(7, 3). r0(-5, 2). r0(0, 0). r0(5, -5).
r1("sum", x, s) :- s = x + y, r0(x, y).
r1("difference", x, s) :- r0(x, y), s = x - y.
r1("product", x, s) :- r0(x, y), s = x * y.
r1("chain", x, s) :- r0(x, y), t = x - y, s = t + t.
r1("least", x, s) :- r0(x, y), s = min(x, y).
r1("most", x, s) :- r0(x, y), s = max(x, y).
r1("constant", x, s) :- r0(x, _), s = min(x, 2).
r1("negative", x, s) :- r0(x, _), s = x - -3.
r1("same", x, s) :- r0(x, y), s = x + y, t = y + x, s = t.
)"},
    {"tests", R"(.decl r0(a:number, b:number)
.decl r1(a:number, b:number)
.output r1
.decl r2(a:number)
.output r2
r0(3, 4). r0(4, 5). r0(5, 7). r0(9, 9).
r1(x, y) :- r0(x, y), y = x + 1.
r1(x, z) :- r0(x, y), r0(y, z), z = y + 1.
r2(x) :- r0(x, y), 9 = x + 4.
r2(x) :- r0(x, y), y = max(x, y), x = min(9, y), y = x * 1.
r2(z) :- r0(x, x), z = x + x, z > 17.
)"},
    {"division", R"(.decl r0(a:number, b:number)
.decl r1(a:number, b:number, c:number, d:number)
.output r1
r0(7, 3). r0(31, 2). r0(6, 6). r0(0, 5). r0(5, 31).
r1(x, y, q, m) :- r0(x, y), q = x / y, m = x % y.
)"},
    {"counting", R"(.decl n(a:number)
.output n
.decl odd(a:number)
.output odd
n(0).
n(y) :- n(x), x < 20, y = x + 1.
odd(x) :- n(x), m = x % 2, m = 1.
)"},
    {"large_numbers", R"(.decl r0(a:number)
.output r0
.decl r1(a:number, b:number)
.output r1
r0(2147483647). r0(-2147483648). r0(0). r0(65536).
r1(x, y) :- r0(x), r0(y), x != y.
r1(x, 2147483647) :- r0(x), x = -2147483648.
)"},
    {"large_arithmetic", R"(.decl r0(a:number)
.decl r1(a:number)
.output r1
.decl r2(a:number, b:number)
.output r2
r0(2147483647). r0(-2147483647).
r1(y) :- r0(x), x > 0, y = x - 1.
r1(y) :- r0(x), x < 0, y = x - 1.
r1(y) :- r0(x), x > 0, z = x / 2, y = z * 2.
r2(x, y) :- r1(x), r1(y), x < y.
)"},
    {"aggregates", R"(.decl r0(a:number, b:number)
.decl g(a:number)
.decl count_of(a:number, n:number)
.output count_of
.decl sum_of(a:number, n:number)
.output sum_of
.decl least(a:number, n:number)
.output least
.decl most(a:number, n:number)
.output most
.decl all(n:number)
.output all
r0(1, 2). r0(1, 3). r0(2, 3). r0(4, -7). r0(1, 2).
g(1). g(2). g(3). g(4).
count_of(x, n) :- g(x), n = count : { r0(x, y) }.
sum_of(x, n) :- n = sum y : { r0(x, y) }, g(x).
least(x, n) :- g(x), n = min y : { r0(x, y) }.
most(x, n) :- g(x), n = max y : { r0(x, y) }.
all(n) :- n = sum y : { r0(x, y) }.
all(n) :- n = count : { r0(x, y) }.
all(n) :- n = sum x : { r0(x, y), y > 100 }.
)"},
    {"aggregate_bodies", R"(.decl r0(a:number, b:number)
.decl r1(a:symbol, n:number)
.output r1
r0(1, 2). r0(2, 3). r0(3, 3). r0(3, 4).
r1("join", n) :- n = count : { r0(x, y), r0(y, z) }.
r1("compare", n) :- n = sum x : { r0(x, y), x < y, y != 4 }.
r1("negate", n) :- n = count : { r0(x, y), !r0(y, x) }.
r1("two", n) :- n = count : { r0(x, y) }, m = sum x : { r0(x, y) }, n < m.
r1("ground", n) :- r0(x, x), n = count : { r0(2, 3) }.
r1("ground", n) :- r0(x, x), n = count : { r0(2, 4) }.
r1("bound", n) :- r0(n, _), n = count : { r0(3, y) }.
r1("constant", x) :- r0(x, _), 2 = count : { r0(3, y) }.
r1("constant", x) :- r0(x, _), 3 = count : { r0(3, y) }.
r1("smallest", n) :- n = min x : { r0(x, y), r0(y, x) }.
r1("none", n) :- n = min x : { r0(x, y), x > y }.
r1("none", n) :- n = max x : { r0(x, y), x > y }.
r1("then", m) :- n = max x : { r0(x, y) }, m = n + 1.
r1("group", n) :- r0(x, y), x != y, n = count : { r0(x, z), r0(z, y) }.
)"},
    {"aggregates_of_results", R"(.decl edge(a:number, b:number)
.decl path(a:number, b:number)
.output path
.decl degree(a:number, n:number)
.output degree
.decl top(n:number)
.output top
.decl hubs(a:number)
.output hubs
edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4).
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z).
degree(x, n) :- edge(x, _), n = count : { path(x, y) }.
top(n) :- n = max m : { degree(x, m) }.
hubs(x) :- degree(x, n), top(n), !edge(x, 4).
)"},
    {"cross", R"(.decl a(x:number)
.decl b(x:symbol)
.decl r0(x:number, y:symbol, z:number)
.output r0
a(1). a(2). a(3).
b("p"). b("q"). b("r").
r0(x, y, z) :- a(x), b(y), a(z).
)"},
    {"shared_constants", R"(.decl r0(a:number, b:symbol)
.decl r1(a:symbol, b:number)
.output r1
.decl r2(a:number, b:symbol)
.output r2
r0(1, "1"). r0(2, "2"). r0(3, "s0").
r1(b, a) :- r0(a, b).
r2(a, "1") :- r0(a, "s0").
r2(1, b) :- r0(_, b), r0(1, "1").
)"},
};

}  // namespace assay::datalog
