// The wordings of SQL scripts, where the golden files show the plainest ones.
#include <gtest/gtest.h>

#include <string>

#include "datalog/dialect/sql/sql_engines.hpp"
#include "datalog/dialect/sql/sql_layout.hpp"
#include "datalog/dialect/sql/sql_maintained.hpp"
#include "dialect_programs.hpp"

namespace assay::datalog::sql {
namespace {

constexpr std::string_view kMutualProgram =
    ".decl next(a:number, b:number)\n.decl even(a:number)\n.decl odd(a:number)\n.output odd\n"
    "next(0, 1). next(1, 2). even(0).\n"
    "odd(Y) :- even(X), next(X, Y).\neven(Y) :- odd(X), next(X, Y).\n";
constexpr std::string_view kGroups =
    ".decl e(a:number, b:number)\n.decl g(a:number, n:number)\n.output g\n"
    "e(1, 2). e(1, 3).\n"
    "g(A, N) :- e(A, _), N = count : { e(A, B) }.\n";

const SqlEngine& engine(std::string_view name) {
  for (const SqlEngine& row : sql_engines())
    if (row.name == name) return row;
  ADD_FAILURE() << "no engine " << name;
  return sql_engines().front();
}

std::string script(std::string_view text, std::string_view name, Wording wording, unsigned way) {
  Program program = program_of(text);
  for (Relation& relation : program.relations) relation.wordings = with_way(relation.wordings, wording, way);
  return print_script(program, engine(name));
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(SqlWordings, EveryEngineWritesEachComponentAsOneTaggedQuery) {
  for (const SqlEngine& row : sql_engines()) {
    const std::string text = print_script(program_of(kMutualProgram), row);
    EXPECT_TRUE(has(text, "WITH RECURSIVE w_even(tag, c0) AS (")) << row.name << "\n" << text;
    EXPECT_TRUE(has(text, "WHERE tag = 1")) << row.name;
  }
}

TEST(SqlWordings, ArmsDiffer) {
  const auto arms = [](std::string_view name, unsigned way) {
    return script(kMutualProgram, name, Wording::Arms, way);
  };
  EXPECT_TRUE(has(arms("duckdb", kInnerWith), "(WITH d_w_even(tag, c0) AS (SELECT tag, c0 FROM w_even)"));
  EXPECT_TRUE(has(arms("duckdb", kLateral), "FROM w_even AS t CROSS JOIN LATERAL ("));
  EXPECT_TRUE(has(arms("sqlite", kOneReference), "CASE r.rule WHEN 0 THEN"));
  EXPECT_TRUE(has(arms("mariadb", kMutual), "r_even(c0) AS (") && has(arms("mariadb", kMutual), "r_odd(c0) AS ("));
  EXPECT_FALSE(has(arms("mariadb", kMutual), "tag"));
}

TEST(SqlWordings, AWayThatTheEngineLacksIsThePlainest) {
  EXPECT_EQ(script(kMutualProgram, "sqlite", Wording::Arms, kLateral),
            print_script(program_of(kMutualProgram), engine("sqlite")));
  EXPECT_EQ(script(kGroups, "duckdb", Wording::Storage, kMaintainedView),
            print_script(program_of(kGroups), engine("duckdb")));
}

// Only PostgreSQL's and DuckDB's own forms of several arms are accepted there.
TEST(SqlWordings, NestedRecursionOfOneRelationIsThePlainest) {
  constexpr std::string_view kTwoArms =
      ".decl e(a:number, b:number)\n.decl r(a:number)\n.output r\ne(1, 2).\nr(1).\n"
      "r(Y) :- r(X), e(X, Y).\nr(Y) :- r(X), e(Y, X).\n";
  for (const SqlEngine& row : sql_engines())
    EXPECT_EQ(script(kTwoArms, row.name, Wording::Arms, kNestedRecursion), print_script(program_of(kTwoArms), row));
}

TEST(SqlWordings, TablesHaveTheirOwnNames) {
  const auto named = [](std::string_view text) { return script(text, "sqlite", Wording::Names, kOwnNames); };
  const std::string mutual = named(kMutualProgram);
  EXPECT_TRUE(has(mutual, "FROM w_even, r_next WHERE w_even.tag = 1 AND r_next.c0 = w_even.c0")) << mutual;
  EXPECT_TRUE(has(mutual, "SELECT 'odd' AS relation, r_odd.c0 AS n0 FROM r_odd;")) << mutual;
  const std::string twice = named(
      ".decl e(a:number, b:number)\n.decl r(a:number)\n.output r\ne(1, 2).\n"
      "r(X) :- e(X, Y), e(Y, X), !e(X, X).\n");
  EXPECT_TRUE(has(twice, "FROM r_e, r_e AS t0 WHERE t0.c0 = r_e.c1 AND t0.c1 = r_e.c0")) << twice;
  constexpr std::string_view kClosure =
      ".decl r(a:number, b:number)\n.output r\nr(1, 2).\nr(X, Z) :- r(X, Y), r(Y, Z).\n";
  const std::string closure = script(kClosure, "duckdb", Wording::Names, kOwnNames);
  EXPECT_TRUE(has(closure, "JOIN recurring.r_r AS") || has(closure, ", recurring.r_r AS")) << closure;
  EXPECT_TRUE(has(twice, "FROM r_e AS t1 WHERE t1.c0 = r_e.c0 AND t1.c1 = r_e.c0)")) << twice;
}

TEST(SqlWordings, AMaintainedViewExistsBeforeTheRows) {
  const std::string text = script(kGroups, "turso", Wording::Storage, kMaintainedView);
  const std::size_t view =
      text.find("CREATE MATERIALIZED VIEW r_g AS SELECT t0.c0 AS c0, COUNT(*) AS c1 FROM r_e AS t0 GROUP BY t0.c0;");
  ASSERT_NE(view, std::string::npos) << text;
  EXPECT_LT(view, text.find("INSERT INTO r_e"));
  EXPECT_TRUE(
      has(script(kGroups, "sqlite", Wording::Storage, kMaintainedView), "CREATE TRIGGER r_g_r_e_DELETE AFTER DELETE"));
  EXPECT_TRUE(has(script(kGroups, "postgresql", Wording::Storage, kMaintainedView), "REFRESH MATERIALIZED VIEW r_g;"));
}

TEST(SqlWordings, RecursiveRelationsAreNoMaintainedViews) {
  EXPECT_FALSE(has(script(kMutualProgram, "turso", Wording::Storage, kMaintainedView), "MATERIALIZED VIEW"));
}

TEST(SqlHistories, EndInTheFacts) {
  const auto history = [](unsigned way) { return script(kGroups, "sqlite", Wording::History, way); };
  EXPECT_TRUE(has(history(kRowByRow), "VALUES (1, 2);\nINSERT INTO r_e VALUES (1, 3);\n"));
  EXPECT_TRUE(has(history(kExtraRowDeleted),
                  "VALUES (1, 1);\nINSERT INTO r_e VALUES (1, 2), (1, 3);\nDELETE FROM r_e WHERE c0 = 1 AND c1 = 1;"));
  EXPECT_TRUE(has(history(kDeletedAndInserted), "DELETE FROM r_e WHERE c1 = 3;\nINSERT INTO r_e VALUES (1, 3);"));
  EXPECT_TRUE(
      has(history(kRolledBack), "BEGIN;\nINSERT INTO r_e VALUES (1, 1);\nDELETE FROM r_e WHERE 1 = 1;\nROLLBACK;"));
  EXPECT_TRUE(has(history(kUpdated), "VALUES (1, 1), (1, 3);\nUPDATE r_e SET c0 = 1, c1 = 2 WHERE c0 = 1 AND c1 = 1;"));
  EXPECT_TRUE(
      has(history(kFailedStatement), "/* must fail */ INSERT INTO r_e SELECT 1, 1 UNION ALL SELECT NULL, NULL;"));
}

// p(0). q(X) :- p(X). q(Y) :- q(X), e(X, Y). p(Y) :- q(X), f(X, Y): q's recursion is nested in p's.
constexpr std::string_view kNested =
    ".decl e(a:number, b:number)\n.decl f(a:number, b:number)\n.decl p(a:number)\n.decl q(a:number)\n.output p\n"
    "e(0, 1). f(1, 2). p(0).\n"
    "q(X) :- p(X).\nq(Y) :- q(X), e(X, Y).\np(Y) :- q(X), f(X, Y).\n";

TEST(SqlWordings, ARecursionIsNestedInAnother) {
  const std::string text = script(kNested, "postgresql", Wording::Arms, kNestedRecursion);
  EXPECT_TRUE(has(text,
                  "UNION SELECT c0 FROM (WITH RECURSIVE n_r_q(c0) AS (SELECT t.c0 AS c0 FROM r_p AS t UNION "
                  "SELECT t0.c1 AS c0 FROM n_r_q AS t, r_e AS t0"))
      << text;
  EXPECT_TRUE(has(text, "r_q(c0) AS (SELECT t.c0 AS c0 FROM r_p AS t UNION SELECT")) << text;
  EXPECT_TRUE(has(script(kMutualProgram, "postgresql", Wording::Arms, kNestedRecursion), "w_even(tag, c0)"));
}

constexpr std::string_view kReach =
    ".decl e(a:number, b:number)\n.decl s(a:number)\n.decl p(a:number, b:number)\n.decl u(a:number)\n.output u\n"
    "e(0, 1). s(0).\n"
    "p(X, Y) :- e(X, Y).\np(X, Z) :- p(X, Y), e(Y, Z).\nu(X) :- s(X), p(X, 1).\n";

TEST(SqlWordings, ARecursiveQueryIsCorrelatedInTheColumnThatItsRulesKeep) {
  Program program = program_of(kReach);
  for (Relation& relation : program.relations)
    relation.wordings = with_way(with_way(0, Wording::Storage, kCorrelated), Wording::Atoms, kExists);
  program.relations[1].wordings = 0;
  const std::string exists = print_script(program, engine("sqlite"));
  EXPECT_TRUE(has(exists, "EXISTS (SELECT 1 FROM (WITH RECURSIVE")) << exists;
  EXPECT_TRUE(has(exists, ") AS b WHERE b.c0 = t0.c0 UNION SELECT")) << exists;
  program.relations[3].wordings = 0;
  const std::string joined = print_script(program, engine("postgresql"));
  EXPECT_TRUE(has(joined, "r_s AS t0, LATERAL (WITH RECURSIVE")) << joined;
  EXPECT_FALSE(has(print_script(program, engine("sqlite")), "AS b WHERE"));
  EXPECT_FALSE(has(print_script(program, engine("mariadb")), "AS b WHERE"));
}

TEST(SqlWordings, NumbersThatAreZeroAndOneCanBeBooleans) {
  const auto types = [](std::string_view rule) {
    const std::string text =
        ".decl e(a:number, b:number)\n.decl p(a:number)\n.output p\ne(0, 5). e(1, 6).\n" + std::string(rule) + "\n";
    return script(text, "postgresql", Wording::Values, kBooleans);
  };
  const std::string text = types("p(X) :- e(X, _), X = 1.");
  EXPECT_TRUE(has(text, "CREATE TABLE r_e(c0 BOOLEAN NOT NULL, c1 BIGINT NOT NULL);")) << text;
  EXPECT_TRUE(has(text, "VALUES (FALSE, 5), (TRUE, 6)") && has(text, "t0.c0 = TRUE")) << text;
  EXPECT_TRUE(has(text, "CASE WHEN q.c0 THEN 1 WHEN NOT q.c0 THEN 0 END AS n0")) << text;
  for (const char* rule :
       {"p(X + 1) :- e(X, _).", "p(X) :- e(X, 5), X < 1.", "p(X) :- e(X, X).", "p(X) :- e(_, X), e(X, _).",
        "p(N) :- e(X, _), N = sum Y : { e(Y, _) }.", "p(X) :- e(X, _), X != 2."})
    EXPECT_FALSE(has(types(rule), "BOOLEAN NOT NULL, c1")) << rule;
}

TEST(SqlWordings, TextCanBeBlobs) {
  const auto text = [](std::string_view name) {
    return script(".decl p(a:symbol)\n.output p\np(\"ab\").\n", name, Wording::Values, kBlobs);
  };
  EXPECT_TRUE(has(text("sqlite"), "CREATE TABLE r_p(c0 BLOB NOT NULL);\nINSERT INTO r_p VALUES (x'6162');"));
  EXPECT_TRUE(has(text("postgresql"), "'\\x6162'") && has(text("postgresql"), "convert_from(q.c0, 'UTF8') AS s0"));
  EXPECT_FALSE(has(text("clickhouse"), "6162"));
}

TEST(SqlWordings, AFailingQueryStandsBehindTheFacts) {
  EXPECT_TRUE(has(script(kGroups, "duckdb", Wording::History, kFailedQuery), ";\n/* must fail */ WITH RECURSIVE n(c)"));
  EXPECT_FALSE(has(script(kGroups, "postgresql", Wording::History, kFailedQuery), "must fail"));
}

TEST(SqlLayout, BreaksLongStatementsOutsideOfTexts) {
  const std::string text(70, 'x');
  EXPECT_EQ(
      wrapped_script("SELECT 1;\nWITH a(c) AS (SELECT 'FROM  UNION " + text + "' AS c UNION SELECT 2 AS c), b(c) AS (" +
                     "SELECT c FROM a WHERE c = 1) SELECT c FROM b;\n"),
      "SELECT 1;\nWITH a(c) AS\n  (SELECT 'FROM  UNION " + text +
          "' AS c\n    UNION SELECT 2 AS c),\nb(c) AS (SELECT c FROM a WHERE c = 1)\nSELECT c FROM b;\n");
  const std::string with_end = "SELECT '" + text + ";\n FROM " + text + text + "' AS x;\n";
  EXPECT_EQ(wrapped_script(with_end + with_end), with_end + with_end) << "a text stays whole";
}

TEST(GroupRules, AreRecognised) {
  EXPECT_TRUE(group_rule_of(program_of(kGroups).rules.front()).has_value());
  const auto recognised = [](std::string_view rule) {
    const std::string text =
        ".decl e(a:number, b:number)\n.decl f(a:number, b:number)\n.decl g(a:number, n:number)\n"
        ".output g\ne(1, 2). f(1, 2).\n" +
        std::string(rule) + "\n";
    return group_rule_of(program_of(text).rules.front()).has_value();
  };
  EXPECT_TRUE(recognised("g(A, N) :- e(A, _), N = sum B : { e(A, B) }."));
  EXPECT_FALSE(recognised("g(A, N) :- e(A, _), N = count : { f(A, B) }."));  // another relation
  EXPECT_FALSE(recognised("g(1, N) :- e(A, _), N = count : { e(A, B) }."));  // groups with equal rows
  EXPECT_FALSE(recognised("g(A, N) :- e(A, A), N = count : { e(A, B) }."));  // not all rows of a group
  EXPECT_FALSE(recognised("g(A, N) :- e(A, B), N = count : { e(A, B) }, B > 1."));
}

}  // namespace
}  // namespace assay::datalog::sql
