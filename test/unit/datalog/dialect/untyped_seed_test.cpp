// Seeds of languages that declare no columns: programs, their types, and left-out parts with their reasons.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/evaluate.hpp"
#include "dialect_programs.hpp"
#include "paths.hpp"

namespace assay::datalog::untyped_seed_test {
namespace {

/// "2 a choice, 1 a cut": the left-out parts. The remaining program must be valid.
std::string left_out(std::string_view dialect, std::string_view text) {
  const Result<SeedReading> reading = read_seed(dialect, text, "s");
  if (!reading) return reading.error().text();
  EXPECT_EQ(reading->program.seed.dialect, "");
  const Status valid = check(reading->program);
  EXPECT_TRUE(valid.ok()) << valid.error().text();
  std::string out;
  for (const auto& [reason, lines] : reading->left_out)
    out += (out.empty() ? "" : ", ") + std::to_string(lines.size()) + " " + reason;
  return out;
}

/// The values of a relation, one line a tuple: numbers and symbols as they are.
std::string values(std::string_view dialect, std::string_view text, std::string_view relation) {
  const Result<SeedReading> reading = read_seed(dialect, text, "s");
  if (!reading) return reading.error().text();
  EXPECT_TRUE(reading->left_out.empty()) << reading->left_out.front().reason;
  const Evaluation evaluation = evaluate(reading->program, {});
  EXPECT_FALSE(evaluation.problem);
  std::string out;
  for (RelationId id = 0; id < reading->program.relations.size(); ++id) {
    const Relation& found = reading->program.relations[id];
    if (found.name != relation) continue;
    const Tuples& tuples = evaluation.relations[id];
    for (std::size_t row = 0; row < tuples.count; ++row) {
      for (std::size_t i = 0; i < found.arity(); ++i) {
        const Value value = tuples.row(row)[i];
        out += i == 0 ? "" : ",";
        out += found.attributes[i].type == Type::Symbol ? reading->program.symbols[static_cast<std::size_t>(value)]
                                                        : std::to_string(value);
      }
      out += ";";
    }
  }
  return out;
}

TEST(UntypedSeed, GringoReadsRules) {
  constexpr std::string_view kText = R"(% reachability
%* a block
   of text *%
#const n = 2+1.
edge(1..n, 5). edge((5;6), 7). edge(8, 8; 9, 9).
start(1).
reach(X) :- start(X).
reach(Y) :- reach(X), edge(X,Y).
far(X,Y) :- reach(X), Y = X*2+n, 1 < X <= 7.
lonely(X) :- edge(X,_); not reach(X).
#show far/2.
)";
  EXPECT_EQ(values("gringo", kText, "reach"), "1;5;7;");
  EXPECT_EQ(values("gringo", kText, "far"), "5,13;7,17;");
  EXPECT_EQ(values("gringo", kText, "lonely"), "2;3;6;8;9;");
  const Result<SeedReading> reading = read_seed("gringo", kText, "s");
  ASSERT_TRUE(reading.ok());
  for (const Relation& relation : reading->program.relations)
    EXPECT_EQ(relation.is_output, relation.name == "far") << relation.name;
}

TEST(UntypedSeed, GringoReadsAggregatesAndNames) {
  constexpr std::string_view kText = R"(
owns(ann, "red car"). owns(ann, boat). owns(bob, boat).
price("red car", 7). price(boat, 20).
rich(P) :- owns(P, _), 27 <= #sum { C,T : owns(P,T), price(T,C) }.
many(P,N) :- owns(P,_), N = #count { T : owns(P,T), not -sold(T) }.
-sold(bike).
best(M) :- M = #max { C : price(T,C), T != boat }.
)";
  EXPECT_EQ(values("gringo", kText, "rich"), "ann;");
  EXPECT_EQ(values("gringo", kText, "many"), "ann,2;bob,1;");
  EXPECT_EQ(values("gringo", kText, "best"), "7;");
}

TEST(UntypedSeed, GringoSaysWhatItLeavesOut) {
  EXPECT_EQ(left_out("gringo", R"(p(1). p(a). q(f(1)). {r(X)} :- p(X). a ; b. :- p(1). s(X) :- t(Y).
t(X) :- p(X), not t(X). #minimize { X : p(X) }. u(X) :- p(X) : q(X). v(1..100). w(X) :- not not p(X).)"),
            "1 a choice, 1 a clause with columns of contradicting types, 1 a conditional literal, "
            "1 a disjunction, 1 a double negation, 1 a function term, 1 an integrity constraint, 1 an unsafe clause, "
            "14 more than 50 facts of a relation, 1 more than 64 alternatives, "
            "1 negation or aggregation through recursion, 1 the directive #minimize");
}

TEST(UntypedSeed, GringoSkipsScripts) {
  EXPECT_EQ(left_out("gringo", "#script (lua)\nfunction f() x.y(1) end\n#end.\np(1). q() :- p(X)."),
            "1 the directive #script");
  EXPECT_EQ(left_out("gringo", "p(1). #script (python)"), "1 the directive #script");
}

TEST(UntypedSeed, PrologReadsClauses) {
  constexpr std::string_view kText = R"(:- table path/2.
:- use_module(library(lists)).
/* facts */
edge(a, 'B c'). edge('B c', c). edge(c, "d").
path(X, Y) :- edge(X, Y).
path(X, Z) :- path(X, Y), ( edge(Y, Z) ; edge(Z, Y) ), Y \== Z.
end(X) :- edge(_, X), \+ edge(X, _).
size(a, 4). size(c, -2).
next(X, M) :- size(X, N), N > 0, M is (N + 1) * 2 - max(N, 3) // 2, not(end(X)).
)";
  EXPECT_EQ(values("prolog", kText, "end"), "d;");
  EXPECT_EQ(values("prolog", kText, "next"), "a,8;");
  const Result<SeedReading> reading = read_seed("prolog", kText, "s");
  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(reading->program.rules.size(), 5U);
}

TEST(UntypedSeed, PrologSaysWhatItLeavesOut) {
  EXPECT_EQ(left_out("prolog", R"(p(1). p(2).
q([H|T]) :- p(H). q(s(X)) :- p(X). r(X) :- p(X), !. s(X) :- p(X), write(X). t --> u. v(X) :- (p(X) -> true ; fail).
w(X) :- p(Y). x(X) :- p(X), \+ (p(1), p(2)). y(X) :- X is 2 ** 3. z(0.5). z(0'a).)"),
            "1 a compound term, 1 a condition with '->', 1 a cut, 1 a float, "
            "1 a goal with an unknown operator, 1 a grammar rule, 1 a list, 1 a negated conjunction, "
            "1 a number that is not decimal, or has more than 32 bits, 1 an unsafe clause, 1 the predicate write");
  EXPECT_EQ(left_out("prolog", "p('a)."), "s:1:3: a quoted name without an end (close it with a quote)");
}

TEST(UntypedSeed, BddbddbReadsDomainsAndRules) {
  constexpr std::string_view kText = R"(# points-to
V 262144 variable.map
H 100000
.bddvarorder V0_V1
vP0 (v:V, h:H) inputtuples
assign (to:V0, from:V1)
vP (v:V, h:H) outputtuples
vP0(1, "new A"). vP0(2, "new B").
assign(3, 1). assign(4, 3). assign(4, 200000).
vP(v, h) :- vP0(v, h).
vP(v, h) :- assign(v, w), vP(w, h), v != w.
same(v, w) :- vP(v, h), vP(w, h), !assign(v, w), v = w.
vP(3, h)?
)";
  EXPECT_EQ(values("bddbddb", kText, "vP"), "1,new A;2,new B;3,new A;4,new A;");
  const Result<SeedReading> reading = read_seed("bddbddb", kText, "s");
  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(reading->program.relations[0].attributes[0].type, Type::Symbol) << "200000 has more than six bits";
}

TEST(UntypedSeed, MuzReadsRules) {
  constexpr std::string_view kText = R"(; rules
(set-option :fp.engine datalog)
(define-sort S () (_ BitVec 3))
(declare-datatypes () ((Color red green)))
(declare-rel edge ((_ BitVec 8) (_ BitVec 8)))
(declare-rel path ((_ BitVec 8) (_ BitVec 8)))
(declare-rel paint ((_ BitVec 8) Color))
(declare-rel |next one| ((_ BitVec 8)))
(declare-fun done () Bool)
(declare-var a (_ BitVec 8)) (declare-var b (_ BitVec 8)) (declare-var c (_ BitVec 8)) (declare-var k Color)
(rule (edge #x01 #b00000010)) (rule (edge (_ bv2 8) #x03) named)
(rule (paint #x03 red))
(rule (=> (edge a b) (path a b)))
(rule (=> (and (path a b) (or (edge b c) (edge c b))) (path a c)))
(rule (=> (and (path a b) (paint b k) (not (= k green)) (bvult a b)) (|next one| (bvadd b #x01))))
(assert (forall ((x (_ BitVec 8))) (=> (path x x) (=> (not (paint x red)) done))))
(query path :print-answer true)
)";
  EXPECT_EQ(values("muz", kText, "path"), "1,1;1,2;1,3;2,1;2,2;2,3;");
  EXPECT_EQ(values("muz", kText, "next_one"), "4;");
  EXPECT_EQ(values("muz", kText, "done"), ";");
  // A constant that has more than six bits makes names of a sort that nothing computes with.
  EXPECT_EQ(values("muz", "(declare-rel p ((_ BitVec 32)))(rule (p #x00000001))(rule (p #x00000fff))", "p"), "1;4095;");
}

TEST(UntypedSeed, MuzSaysWhatItLeavesOut) {
  EXPECT_EQ(left_out("muz", R"((declare-rel p (Int))(declare-rel q ((Array Int Int)))(declare-var x Int)
(rule (p 1))(rule (=> (p x) false))(rule (=> (and (p x) (let ((y x)) (p y))) (p 2)))(rule (p (ite true 1 2)))
(rule (=> (p x) (r x)))(rule (p 1 2))(rule (=> (not (p x)) (p x)))(define-fun f () Int 1)(rule (q a)))"),
            "1 a formula with let, 1 a head that is no relation, 1 a name that is not declared, 1 a rule for false, "
            "1 a term with ite, 1 an atom with another number of arguments, 1 an unsafe clause, "
            "1 the command define-fun");
  EXPECT_EQ(left_out("muz", "(rule (p 1)"), "s:1: a bracket that is not closed");
}

/// How many tuples each relation has, by name.
std::map<std::string, std::size_t> counts(const Program& program) {
  const Evaluation evaluation = evaluate(program, {});
  EXPECT_FALSE(evaluation.problem);
  std::map<std::string, std::size_t> found;
  for (RelationId id = 0; id < program.relations.size(); ++id)
    found[program.relations[id].name] = evaluation.relations[id].count;
  return found;
}

// A printed program means the same when it is read again: every relation of each golden program keeps its number of
// tuples.
TEST(UntypedSeed, PrintedProgramsAreReadAgain) {
  std::map<std::string_view, int> compared;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/test/golden/datalog/programs")) {
    std::ifstream in(entry.path());
    std::ostringstream text;
    text << in.rdbuf();
    const Program program = program_of(text.str());
    for (const std::string_view name : {"muz", "bddbddb", "gringo", "prolog"}) {
      const Dialect& dialect = *datalog::dialect(name);
      EvaluationLimits limits;
      limits.integer_bits = dialect.capabilities.integer_bits;
      if (!lacks(dialect.capabilities, program).empty() || evaluate(program, limits).problem) continue;
      const Result<SeedReading> again = read_seed(name, dialect.print(program), "again");
      ASSERT_TRUE(again.ok()) << again.error().text();
      // The readers leave out some minimums, maximums and aggregates that Assay's printers write.
      if (left_out(name, dialect.print(program)) != left_out(name, dialect.print(Program{}))) continue;
      const auto expected = counts(program);
      const auto read = counts(again->program);
      for (const auto& [relation, count] : expected) {
        const auto found = read.find(relation);
        // A relation without facts and rules is not printed everywhere.
        EXPECT_EQ(found == read.end() ? 0 : found->second, count) << name << " " << relation << entry.path();
      }
      ++compared[name];
    }
  }
  for (const std::string_view name : {"muz", "bddbddb", "gringo", "prolog"}) EXPECT_GE(compared[name], 3) << name;
}

/// "a choice: 2 3; incomplete: p q"
std::string left_out_where(std::string_view dialect, std::string_view text) {
  const Result<SeedReading> reading = read_seed(dialect, text, "s");
  if (!reading) return reading.error().text();
  std::string out;
  for (const auto& [reason, lines] : reading->left_out) {
    out += (out.empty() ? "" : "; ") + reason + ":";
    for (const std::uint32_t line : lines) out += " " + std::to_string(line);
  }
  if (!reading->incomplete.empty()) out += "; incomplete:";
  for (const std::string& relation : reading->incomplete) out += " " + relation;
  return out;
}

TEST(UntypedSeed, WhatIsLeftOutHasItsLinesAndRelations) {
  EXPECT_EQ(left_out_where("gringo", R"(node(1..3). edge(1,2).
covered(X) :- node(X), in(Y) : edge(X,Y).
{ in(X) : node(X) }.
q(X) :- node(X), 1 = #sum+ { Y : edge(X, Y) }.
q(X) :- edge(X, _).
#minimize { X : in(X) }.
:- not q(1).
r(X) :- edge(X, Y), not r(Y).
)"),
            "a choice: 3; a conditional literal: 2; an integrity constraint: 7; negation or aggregation through "
            "recursion: 8; the aggregate #sum+: 4; the directive #minimize: 6; incomplete: covered in q r");
  EXPECT_EQ(
      left_out_where("prolog", R"(:- table path(_, _, lattice(shortest/3)), plain/2, best(_, min), all(_, _).
:- table other/1.
path(X, Y, 1) :- edge(X, Y).
edge(1, 2).

all(X, Y) :- edge(X, Y).
edge(X, Y) :- append(X, Y, [1]).
)"),
      "the predicate append: 7; the tabling mode lattice: 1; the tabling mode min: 1; incomplete: best edge path");
  EXPECT_EQ(left_out_where("bddbddb", "D 4\np(x:D) printtuples\np(1).\np(x) :- x+1.\n"),
            "a literal with '+': 4; incomplete: p");
  EXPECT_EQ(left_out_where("muz", R"((declare-rel p (Int))
(declare-var x Int)
(rule (p 1))
(push)
(rule (=> (> (* x x x) (select x x))
          (p x)))
)"),
            "a term with *: 5; the command push: 4; incomplete: p");
  EXPECT_EQ(left_out_where("gringo", "p(1). q(X) :- p(X)."), "");
}

const std::string kSqlTables =
    "CREATE TABLE e(a INTEGER, b BIGINT NOT NULL, PRIMARY KEY (a, b));\nCREATE TABLE n(t VARCHAR(9), k INTEGER);\n"
    "INSERT INTO e VALUES (1, 2), (2, 3), (3, -4);\nINSERT INTO n VALUES ('it''s', 2);\n";

TEST(SqlSeeds, AreTablesAndRules) {
  const auto rows = [](const std::string& query) {
    std::string found = values("sqlite", kSqlTables + query, "query_1");
    std::replace(found.begin(), found.end(), ';', '\n');
    return found;
  };
  EXPECT_EQ(rows("SELECT a FROM e WHERE b >= 3;"), "2\n");
  EXPECT_EQ(rows("select T, e.a from n as x join E on e.b = x.k;"), "it's,1\n");
  EXPECT_EQ(rows("SELECT x.a, y.b FROM e AS x, e AS y WHERE x.b = y.a AND y.b <> 5;"), "1,3\n2,-4\n");
  EXPECT_EQ(rows("SELECT a + b * 2 AS s FROM e;"), "-5\n5\n8\n");
  EXPECT_EQ(rows("SELECT a FROM e WHERE NOT EXISTS (SELECT 1 FROM e AS z WHERE z.a = e.b);"), "3\n");
  EXPECT_EQ(rows("SELECT a FROM e WHERE b IN (SELECT k FROM n WHERE n.t = 'it''s');"), "1\n");
  EXPECT_EQ(rows("SELECT a FROM e WHERE b NOT IN (SELECT a FROM e AS z);"), "3\n");
  EXPECT_EQ(rows("-- a closure\nWITH RECURSIVE p(x, y) AS (SELECT a, b FROM e UNION SELECT p.x, e.b FROM p JOIN e ON "
                 "p.y = e.a), q AS (SELECT x FROM p WHERE y = 3) SELECT x FROM q;"),
            "1\n2\n");
  EXPECT_EQ(rows("WITH RECURSIVE t(tag, x) AS (SELECT CAST(0 AS BIGINT), 1 UNION (SELECT 1, e.b FROM t, e WHERE e.a = "
                 "t.x AND t.tag = 0 UNION ALL SELECT 0, e.b FROM t, e WHERE e.a = t.x AND t.tag = 1)) SELECT x FROM t "
                 "WHERE tag = 1;"),
            "-4\n2\n");
  EXPECT_EQ(rows("CREATE VIEW v(c) AS SELECT b FROM e;\nSELECT * FROM v WHERE (c > 0 AND c < 3);"), "2\n");
  EXPECT_EQ(values("sqlite",
                   kSqlTables + "WITH p AS (SELECT a FROM e) SELECT a FROM p;\n"
                                "WITH p AS (SELECT b FROM e) SELECT b FROM p;",
                   "query_2"),
            "-4;2;3;");
}

TEST(SqlSeeds, OtherStatementsAreLeftOutWithTheReason) {
  const auto reasons = [](const std::string& statement) { return left_out("sqlite", kSqlTables + statement); };
  EXPECT_EQ(reasons("SELECT a, COUNT(*) FROM e GROUP BY a;"), "1 a query with 'group'");
  EXPECT_EQ(reasons("SELECT a FROM e WHERE a = 1 OR a = 2;"), "1 a query with 'or'");
  EXPECT_EQ(reasons("DELETE FROM e;"), "1 a statement with 'delete'");
  EXPECT_EQ(reasons("SELECT zz FROM e;"), "1 the name 'zz', which no table in FROM has");
  EXPECT_EQ(reasons("SELECT a FROM (SELECT a FROM e) AS d;"), "1 FROM with '('");
  EXPECT_EQ(reasons("INSERT INTO e VALUES (1, NULL);"), "1 NULL");
  EXPECT_EQ(reasons("WITH q AS (WITH i AS (SELECT a FROM e) SELECT a FROM i) SELECT a FROM q;"), "1 a nested WITH");
  EXPECT_EQ(reasons("SELECT a FROM e WHERE EXISTS (SELECT 1 FROM n WHERE n.k < e.a);"),
            "1 a subquery with a condition that is no equality of its column");
  EXPECT_EQ(reasons("SELECT " + std::string(5000, '(') + "1;"), "1 nested too deeply");
  EXPECT_EQ(reasons("SELECT a FROM e WHERE " + std::string(5000, '(') + "a = 1" + std::string(5000, ')') + ";"),
            "1 nested too deeply");
}

}  // namespace
}  // namespace assay::datalog::untyped_seed_test
