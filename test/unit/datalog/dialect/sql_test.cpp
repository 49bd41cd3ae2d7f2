// The wordings of SQL scripts, where the golden files show the plainest ones.
#include <gtest/gtest.h>

#include <string>

#include "datalog/dialect/sql/sql_engines.hpp"
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
