// SQL's meaning of programs: the SQL standard's rules on NULL and duplicates, and tables that change.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/datalog/evaluate.hpp"
#include "datalog/dialect/sql/sql_engines.hpp"
#include "datalog/program/meaning.hpp"
#include "dialect_programs.hpp"

namespace assay::datalog {
namespace {

using RowList = std::vector<std::vector<Value>>;

constexpr EvaluationLimits kLimits{.tuples = 1000, .steps = 100'000, .integer_bits = 63};

/// The program whose number -9223372036854775808 is NULL. `bags`: the names of the relations that are bags.
Program worded(const std::string& text, const std::vector<std::string>& bags = {}) {
  Program program = program_of(text);
  for (Relation& relation : program.relations) {
    const bool bag = std::find(bags.begin(), bags.end(), relation.name) != bags.end();
    relation.wordings = with_way(0, Wording::Rows, kNullRows | (bag ? kBagRows : 0U));
  }
  return program;
}

RowList rows_of(const Program& program, std::string_view name) {
  const Evaluation evaluation = evaluate(program, kLimits);
  EXPECT_FALSE(evaluation.problem.has_value());
  RowList rows;
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    if (program.relations[id].name != name) continue;
    const Tuples& tuples = evaluation.relations[id];
    for (std::size_t i = 0; i < tuples.count; ++i) rows.emplace_back(tuples.row(i), tuples.row(i) + tuples.arity);
  }
  return rows;
}

// t = {1, 2, NULL}, u = {(1, 10), (NULL, 20), (3, NULL)}.
const std::string kTables =
    ".decl t(a:number)\n.decl u(a:number, b:number)\n.decl r(a:number)\n.decl p(a:number, b:number)\n.output r\n"
    "t(1). t(2). t(-9223372036854775808). u(1, 10). u(-9223372036854775808, 20). u(3, -9223372036854775808).\n";

RowList result_of(const std::string& rules, std::string_view name = "r") {
  return rows_of(worded(kTables + rules + "\n"), name);
}

// 7.17, search or cycle clause: the ways 1; 1, 2; 1, 2, 1 (a cycle, so it ends); 1, 3.
TEST(SqlOrder, IsOfAllWays) {
  Program program = program_of(
      ".decl e(a:number, b:number)\n.decl r(a:number)\n.decl o(a:number, n:number)\n.output o\n"
      "e(1, 2). e(2, 1). e(1, 3). r(1).\nr(Y) :- r(X), e(X, Y).\no(X, 0) :- r(X).\n");
  program.relations[2].wordings = with_way(0, Wording::Order, kDepthFirst);
  EXPECT_EQ(rows_of(program, "o"), (RowList{{1, 1}, {1, 3}, {2, 2}, {3, 4}}));
  const std::string text = sql::print_script(
      program,
      *std::find_if(sql::sql_engines().begin(), sql::sql_engines().end(), [](const auto& row) { return row.search; }));
  EXPECT_NE(text.find(" SEARCH DEPTH FIRST BY c0 SET place CYCLE c0"), std::string::npos) << text;
  EXPECT_NE(text.find("SELECT DISTINCT c0, DENSE_RANK() OVER (ORDER BY place) AS c1"), std::string::npos) << text;
  program.relations[2].wordings = with_way(0, Wording::Order, kBreadthFirst);
  EXPECT_EQ(rows_of(program, "o"), (RowList{{1, 1}, {1, 4}, {2, 2}, {3, 3}}));
  EXPECT_EQ(lacks(dialect("postgresql")->capabilities, program), "");
  program.relations[0].wordings = with_way(0, Wording::Values, sql::kBooleans);
  program.relations[2].is_output = true;
  EXPECT_EQ(dialect("postgresql")->print(program).find("CASE WHEN"), std::string::npos) << "places are numbers";
  EXPECT_EQ(lacks(dialect("sqlite")->capabilities, program), "orders of search");
  program.rules[1].body.pop_back();
  program.rules[1].heads.front().arguments[0] = Term::constant(1, Type::Number);
  EXPECT_TRUE(evaluate(program, kLimits).problem.has_value()) << "another form of the rule";
}

// SQL:2016, part 2, 8.2, general rule 1a: a comparison with the null value is unknown.
TEST(SqlNull, AComparisonIsUnknown) {
  EXPECT_EQ(result_of("r(X) :- t(X), X = X."), (RowList{{1}, {2}}));
  EXPECT_EQ(result_of("r(X) :- t(X), X != 1."), (RowList{{2}}));
  EXPECT_EQ(result_of("r(X) :- t(X), X >= 1."), (RowList{{1}, {2}}));
}

// 7.10: a joined table has the pairs of rows for which the search condition is true.
TEST(SqlNull, JoinsWithNothing) {
  EXPECT_EQ(result_of("p(X, Y) :- t(X), u(X, Y).", "p"), (RowList{{1, 10}}));
  EXPECT_EQ(result_of("r(X) :- t(X), u(_, Y), Y = 10."), (RowList{{kNull}, {1}, {2}}));
  EXPECT_EQ(result_of("p(X, Y) :- u(X, Y).", "p"), (RowList{{kNull, 20}, {1, 10}, {3, kNull}}));
}

// 8.10 and 8.3 to 8.9: EXISTS is never unknown; NOT IN is unknown if no row is equal and a comparison is unknown.
TEST(SqlNull, NotExistsAndNotInDiffer) {
  const std::string negation = "r(X) :- t(X), !u(X, _).";
  EXPECT_EQ(result_of(negation), (RowList{{kNull}, {2}}));
  Program program = worded(kTables + negation + "\n");
  program.relations[2].wordings = with_way(program.relations[2].wordings, Wording::Negation, 1);
  EXPECT_EQ(rows_of(program, "r"), RowList{});  // u.a has NULL
  // The subquery is empty: NOT IN is true for NULL, too. With rows without NULL, it is unknown for NULL only.
  const auto not_in = [](const std::string& rule) {
    Program other = worded(kTables + rule + "\n");
    other.relations[2].wordings = with_way(other.relations[2].wordings, Wording::Negation, 1);
    return rows_of(other, "r");
  };
  EXPECT_EQ(not_in("r(X) :- t(X), !u(X, 99)."), (RowList{{kNull}, {1}, {2}}));
  EXPECT_EQ(not_in("r(X) :- t(X), !u(X, 10)."), (RowList{{2}}));
}

// 7.13, 7.16: set operations and DISTINCT compare rows by "not distinct", so that NULL is a duplicate of NULL.
TEST(SqlNull, IsADuplicateOfNull) {
  EXPECT_EQ(result_of("r(X) :- t(X). r(X) :- u(X, _)."), (RowList{{kNull}, {1}, {2}, {3}}));
}

// 6.27: an arithmetic operation with the null value is the null value. 6.12: CASE takes ELSE if WHEN is unknown.
TEST(SqlNull, ArithmeticIsNull) {
  EXPECT_EQ(result_of("r(Y) :- t(X), Y = X + 1."), (RowList{{kNull}, {2}, {3}}));
  EXPECT_EQ(result_of("r(Y) :- u(3, X), Y = min(X, 5)."), (RowList{{5}}));
  EXPECT_EQ(result_of("r(Y) :- u(3, X), Y = min(5, X)."), (RowList{{kNull}}));
}

// 10.9: COUNT(*) counts rows, the other functions eliminate null values and are NULL without values.
TEST(SqlNull, AggregatesSkipIt) {
  EXPECT_EQ(result_of("r(N) :- N = count : { t(X) }."), (RowList{{3}}));
  EXPECT_EQ(result_of("r(N) :- N = sum X : { t(X) }."), (RowList{{3}}));
  EXPECT_EQ(result_of("r(N) :- N = min X : { t(X) }."), (RowList{{1}}));
  EXPECT_EQ(result_of("r(N) :- N = max X : { u(3, X) }."), (RowList{{kNull}}));
  EXPECT_EQ(result_of("r(N) :- N = sum X : { u(99, X) }."), (RowList{{kNull}}));
  EXPECT_EQ(result_of("r(N) :- N = count : { u(99, X) }."), (RowList{{0}}));
}

// 7.13: the rows of a group are not distinct in the grouping columns.
TEST(SqlNull, IsAGroup) {
  EXPECT_EQ(result_of("p(X, N) :- u(X, _), N = count : { u(X, Y) }.", "p"), (RowList{{kNull, 1}, {1, 1}, {3, 1}}));
}

TEST(SqlNull, RecursionEndsWithIt) {
  EXPECT_EQ(result_of("p(X, Y) :- u(X, Y). p(X, Z) :- p(X, Y), u(_, Z), Y != 10.", "p"),
            (RowList{{kNull, kNull}, {kNull, 10}, {kNull, 20}, {1, 10}, {3, kNull}}));
}

TEST(SqlBags, KeepADerivationEach) {
  const std::string text =
      ".decl e(a:number)\n.decl r(a:number)\n.decl s(a:number)\n.output r\n.output s\ne(1). e(1). e(2).\n"
      "r(X) :- e(X), e(_).\nr(X) :- e(X).\ns(X) :- r(X).\n";
  EXPECT_EQ(rows_of(worded(text, {"e", "r"}), "r"),
            (RowList{{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {2}, {2}, {2}, {2}}));
  EXPECT_EQ(rows_of(worded(text, {"e", "r"}), "s"), (RowList{{1}, {2}}));
  EXPECT_EQ(rows_of(worded(text, {"r"}), "r"), (RowList{{1}, {1}, {1}, {2}, {2}, {2}}));  // e is the set {1, 2}
}

TEST(SqlBags, RecursionReadsTheLastStep) {
  // Two paths from 1 to 4, and one from 4 to 5, which each path of the last step takes.
  const std::string text =
      ".decl e(a:number, b:number)\n.decl r(a:number)\n.output r\ne(1, 2). e(1, 3). e(2, 4). e(3, 4). e(4, 5).\n"
      "r(1) :- e(1, _).\nr(Y) :- r(X), e(X, Y).\n";
  EXPECT_EQ(rows_of(worded(text), "r"), (RowList{{1}, {2}, {3}, {4}, {5}}));
  EXPECT_EQ(rows_of(worded(text, {"r"}), "r").size(), 14U);  // two copies of 1, 2 and 3, four of 4 and 5
}

TEST(SqlBags, WithoutAnEndHaveNoResult) {
  const std::string text =
      ".decl e(a:number, b:number)\n.decl r(a:number)\n.output r\ne(1, 1).\nr(1) :- e(1, _).\n"
      "r(Y) :- r(X), e(X, Y).\n";
  EXPECT_EQ(evaluate(worded(text, {"r"}), kLimits).problem, EvaluationProblem::TooLarge);
}

TEST(SqlBags, CompareByNumberOfCopies) {
  Tuples left{1, 3, {1, 1, 2}};
  const Tuples right{1, 2, {1, 2}};
  EXPECT_EQ(difference(left, right).values, std::vector<Value>{1});
  EXPECT_TRUE(difference(right, left).empty());
}

// Without SQL's meaning, the value that stands for NULL is a number that does not fit.
TEST(SqlNull, IsNoNullWithoutTheMeaning) {
  const Program program = program_of(".decl t(a:number)\n.output t\nt(-9223372036854775808).\n");
  EXPECT_FALSE(has_sql_meaning(program));
  EXPECT_EQ(evaluate(program, kLimits).problem, EvaluationProblem::Overflow);
}

const std::string kChanging =
    ".decl e(a:number)\n.decl e__2(a:number)\n.decl e__5(a:number)\n.decl v(a:number)\n.decl w(a:number)\n"
    ".output v\n.output w\ne(1). e(2). e__2(2). e__5(2). e__5(3). w(9).\nv(X) :- e(X), X > 1.\nw(X) :- v(X).\n";

Program changing() {
  Program program = program_of(kChanging);
  for (const RelationId state : {1U, 2U}) program.relations[state].wordings = with_way(0, Wording::State, 1);
  return program;
}

TEST(TableStates, AreAProgramForEachTime) {
  ASSERT_EQ(table_states(changing()).size(), 2U);
  const Program all = unrolled(changing());
  EXPECT_EQ(rows_of(all, "v"), (RowList{{2}}));
  EXPECT_EQ(rows_of(all, "v__2"), (RowList{{2}}));
  EXPECT_EQ(rows_of(all, "w__5"), (RowList{{2}, {3}, {9}}));
}

TEST(TableStates, ArePrintedAsChangesWithQueriesAtEachTime) {
  for (const sql::SqlEngine& engine : sql::sql_engines()) {
    if (!engine.changes_tables) continue;
    const std::string text = sql::print_script(changing(), engine);
    const std::size_t first = text.find("DELETE FROM r_e WHERE c0 = 1;");
    const std::size_t second = text.find("INSERT INTO r_e VALUES (3);");
    ASSERT_NE(first, std::string::npos) << engine.name << text;
    ASSERT_NE(second, std::string::npos) << engine.name;
    EXPECT_LT(text.find("'w' AS relation"), first);
    EXPECT_LT(first, text.find("'w__2' AS relation"));
    EXPECT_LT(second, text.find("'w__5' AS relation"));
    EXPECT_EQ(text.find("r_e__2"), std::string::npos) << engine.name;
  }
}

TEST(TableStates, HistoriesOfAChange) {
  const auto history = [](unsigned way) {
    Program program = changing();
    program.relations[1].wordings = with_way(program.relations[1].wordings, Wording::History, way);
    program.relations[1].facts = Tuples{1, 2, {2, 7}};
    return sql::print_script(program, sql::sql_engines().front());
  };
  const auto has = [&](unsigned way, std::string_view part) { return history(way).find(part) != std::string::npos; };
  EXPECT_TRUE(has(sql::kUpdated, "UPDATE r_e SET c0 = 7 WHERE c0 = 1;"));
  EXPECT_TRUE(has(sql::kTransaction, "BEGIN;\nDELETE FROM r_e WHERE c0 = 1;\nINSERT INTO r_e VALUES (7);\nCOMMIT;"));
  EXPECT_TRUE(has(sql::kRolledBack, "INSERT INTO r_e VALUES (7);\nROLLBACK;\nDELETE FROM r_e WHERE c0 = 1;"));
  EXPECT_TRUE(has(sql::kFailedStatement, "/* must fail */ INSERT INTO r_e SELECT 0 UNION ALL SELECT NULL;"));
}

TEST(TableStates, OfSetsMayHaveAPrimaryKey) {
  Program program = changing();
  program.relations[0].wordings = with_way(0, Wording::Statistics, sql::kPrimaryKey);
  const auto has_key = [&] {
    return sql::print_script(program, sql::sql_engines().front()).find("PRIMARY KEY(c0)") != std::string::npos;
  };
  EXPECT_TRUE(has_key());
  program.relations[0].wordings = with_way(program.relations[0].wordings, Wording::History, sql::kFailedStatement);
  EXPECT_NE(sql::print_script(program, sql::sql_engines().front()).find("SELECT 0 UNION ALL SELECT 0;"),
            std::string::npos);
  program.relations[2].facts.add(std::vector<Value>{2});  // the last state has a row twice
  EXPECT_FALSE(has_key());
}

TEST(TableStates, NeedATableAndTheSameColumns) {
  Program program = changing();
  program.relations[1].name = "other__2";
  EXPECT_EQ(table_states(program).size(), 1U);
  program.relations[2].wordings = 0;
  EXPECT_TRUE(table_states(program).empty());
  EXPECT_EQ(unrolled(program).relations.size(), program.relations.size());
}

TEST(SqlText, OfNullAndBags) {
  const std::string text =
      ".decl e(a:number, b:symbol)\n.decl r(a:number, b:symbol)\n.output r\n"
      "e(1, \"NULL, no text\"). e(-9223372036854775808, \"a\").\n"
      "r(X, Y) :- e(X, Y).\nr(X, Y) :- e(X, Y), !e(X, \"a\").\n";
  for (const sql::SqlEngine& engine : sql::sql_engines()) {
    const std::string script = sql::print_script(worded(text, {"r"}), engine);
    EXPECT_NE(script.find("VALUES (1, NULL), (NULL, 'a');"), std::string::npos) << script;
    EXPECT_NE(script.find(" UNION ALL SELECT"), std::string::npos) << script;
    EXPECT_EQ(script.find("NOT NULL"), std::string::npos) << script;
  }
}

TEST(SqlText, NonLinearRulesHaveDatalogsMeaning) {
  const Program program = program_of(
      ".decl e(a:number, b:number)\n.decl p(a:number, b:number)\n.output p\ne(1, 2).\n"
      "p(X, Y) :- e(X, Y).\np(X, Z) :- p(X, Y), p(Y, Z).\n");
  for (const sql::SqlEngine& engine : sql::sql_engines()) {
    const bool can = lacks(dialect(engine.name)->capabilities, program).empty();
    EXPECT_EQ(can, engine.non_linear != sql::NonLinear::None) << engine.name;
    if (!can) continue;
    const std::string text = sql::print_script(program, engine);
    const bool found = text.find("USING KEY (c0, c1)") != std::string::npos ||
                       text.find("SET standard_compliant_cte=0;") != std::string::npos ||
                       text.find("PRAGMA recursive_triggers=ON;") == 0;
    EXPECT_TRUE(found) << text;
    // DuckDB means the rows of the last step by the name alone.
    if (engine.name == "duckdb") {
      EXPECT_NE(text.find("r_p AS t, recurring.r_p AS t0"), std::string::npos) << text;
      EXPECT_NE(text.find("recurring.r_p AS t0, r_p AS t"), std::string::npos) << text;
    }
  }
}

TEST(SqlEngines, HaveEveryWayOfNegation) {
  // The reference takes NOT IN for granted where the wording has it.
  for (const sql::SqlEngine& engine : sql::sql_engines())
    EXPECT_EQ(sql::used_way(engine, with_way(0, Wording::Negation, sql::kNotIn), Wording::Negation), sql::kNotIn);
}

/// A case of a SQL engine that gave another result, and the right one. `e__2` is a state of the table e.
struct GivenCase {
  const char* name;
  std::string text;
  std::vector<std::string> bags;
  std::vector<std::pair<std::string, RowList>> results;
};

const std::string kOne = "(a:number)\n";
const std::string kTwo = "(a:number, b:number)\n";

const GivenCase kGiven[] = {
    {"two tables in an arm",
     ".decl hop" + kTwo + ".decl ok" + kOne + ".decl r" + kOne +
         "hop(10, 11). hop(11, 12). hop(12, 13).\n"
         "ok(11). ok(12). ok(13). r(10).\nr(Y) :- r(X), hop(X, Y), ok(Y).\n",
     {},
     {{"r", {{10}, {11}, {12}, {13}}}}},
    {"a group that returns",
     ".decl f" + kTwo + ".decl f__1" + kTwo + ".decl f__2" + kTwo + ".decl f__3" + kTwo + ".decl v" + kTwo +
         "f(1, 5). f(2, 5). f(3, 6). f__1(2, 5). f__1(3, 6). f__2(3, 6). f__3(3, 6). f__3(4, 5).\n"
         "v(G, N) :- f(_, G), N = count : { f(K, G) }.\n",
     {},
     {{"v", {{5, 2}, {6, 1}}}, {"v__2", {{6, 1}}}, {"v__3", {{5, 1}, {6, 1}}}}},
    {"a statement that fails",
     ".decl t" + kTwo + ".decl t__1" + kTwo + ".decl t__2" + kTwo + ".decl v" + kTwo +
         "t(1, 5). t(2, 6). t__1(1, 5). t__1(2, 6). t__2(1, 5). t__2(2, 6). t__2(4, 9).\n"
         "v(G, N) :- t(_, G), N = count : { t(K, G) }.\n",
     {},
     {{"v__1", {{5, 1}, {6, 1}}}, {"v__2", {{5, 1}, {6, 1}, {9, 1}}}}},
    {"a join over duplicate rows",
     ".decl l" + kTwo + ".decl r" + kTwo + ".decl r__1" + kTwo + ".decl r__2" + kTwo + ".decl j" + kTwo +
         "l(1, 2). l(1, 3). l(1, 2). r(2, 7). r(3, 7). r__1(3, 7). r__2(3, 7). r__2(2, 7).\nj(A, C) :- l(A, B), r(B, "
         "C).\n",
     {"l", "r", "j"},
     {{"j", {{1, 7}, {1, 7}, {1, 7}}}, {"j__1", {{1, 7}}}, {"j__2", {{1, 7}, {1, 7}, {1, 7}}}}},
    {"a shadowed name",
     ".decl b" + kOne + ".decl q" + kOne + ".decl i" + kOne + "b(4). b(5).\nq(V) :- b(V).\ni(V) :- q(V).\n",
     {},
     {{"i", {{4}, {5}}}}},
    {"RECURSIVE without recursion",
     ".decl s" + kTwo + ".decl t" + kTwo + ".decl p" + kOne +
         "s(1, 2). s(1, 3). t(1, 4).\np(A) :- s(A, _).\np(A) :- t(A, _).\n",
     {},
     {{"p", {{1}}}}},
    {"a pruned column",
     ".decl t" + kTwo + ".decl v" + kOne + ".decl e" + kTwo + ".decl p" + kTwo + ".decl w" + kOne +
         "t(1, 10). e(1, 2). e(2, 3). e(3, 4).\nt(2, 20) :- t(1, _).\nv(B) :- t(_, B).\np(A, B) :- e(A, B).\n"
         "p(A, C) :- p(A, B), e(B, C).\nw(A) :- p(A, _).\n",
     {"t", "v", "w"},
     {{"v", {{10}, {20}}}, {"w", {{1}, {1}, {1}, {2}, {2}, {3}}}}},
    {"a member that is not recursive",
     ".decl r" + kOne + ".decl q" + kOne + ".decl t" + kOne +
         "r(1).\nr(M) :- r(N), N < 3, M = N + 1.\nq(N) :- r(N).\n"
         "t(N) :- q(N), N = 1.\nt(M) :- t(N), q(M), M = N + 1.\n",
     {},
     {{"t", {{1}, {2}, {3}}}}},
    {"mutual recursion",
     ".decl e" + kTwo + ".decl ev" + kOne + ".decl od" + kOne +
         "e(1, 2). e(2, 3). e(3, 4). ev(1). od(2).\n"
         "ev(Y) :- od(X), e(X, Y).\nod(Y) :- ev(X), e(X, Y).\n",
     {},
     {{"ev", {{1}, {3}}}, {"od", {{2}, {4}}}}},
    {"NOT EXISTS in an arm",
     ".decl e" + kTwo + ".decl blk" + kTwo + ".decl p" + kTwo +
         "e(1, 2). e(2, 3). e(3, 4). blk(1, 4).\n"
         "p(A, B) :- e(A, B).\np(A, C) :- p(A, B), e(B, C), !blk(A, C).\n",
     {},
     {{"p", {{1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}}}}},
    {"a view over a view",
     ".decl e" + kTwo + ".decl e__1" + kTwo + ".decl src" + kOne + ".decl again" + kOne + ".decl j" + kTwo +
         "e__1(1, 2). e__1(1, 3). e__1(2, 3).\nsrc(A) :- e(A, _).\nagain(A) :- src(A).\nj(A, A) :- src(A), e(_, A).\n",
     {},
     {{"src", {}}, {"src__1", {{1}, {2}}}, {"again__1", {{1}, {2}}}, {"j__1", {{2, 2}}}}},
};

TEST(GivenCases, HaveTheRightResult) {
  for (const GivenCase& given : kGiven) {
    SCOPED_TRACE(given.name);
    Program program = worded(given.text, given.bags);
    for (Relation& relation : program.relations)
      if (relation.name.find("__") != std::string::npos)
        relation.wordings = with_way(relation.wordings, Wording::State, 1);
    const Program all = unrolled(program);
    for (const auto& [relation, rows] : given.results) EXPECT_EQ(rows_of(all, relation), rows) << relation;
  }
}

}  // namespace
}  // namespace assay::datalog
