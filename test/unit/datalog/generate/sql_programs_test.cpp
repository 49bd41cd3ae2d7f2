// Programs with SQL's meaning: in order, evaluated, and with the same result as Datalog's evaluation where they agree.
#include "datalog/generate/sql_programs.hpp"

#include <gtest/gtest.h>

#include "assay/datalog/dialect.hpp"
#include "datalog/eval/sql_meaning.hpp"
#include "datalog/generate/generate.hpp"
#include "datalog/graph/recursion.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

EvaluationLimits limits() { return {.tuples = 2000, .steps = 1'000'000, .integer_bits = 63}; }

// Without NULL, without bags and with a value for each aggregate, SQL's meaning is Datalog's.
TEST(SqlMeaning, OfSetsIsDatalogs) {
  const Capabilities& can = dialect("sqlite")->capabilities;
  unsigned compared = 0;
  GenerateOptions options;
  options.aggregates = 0;
  for (std::uint64_t i = 0; i < 150; ++i) {
    const auto made = generate_program({}, can, options, core::Rng(7).split(i));
    if (!made || made->values.empty()) continue;
    const Evaluation sql = evaluate_sql(made->program, limits());
    if (sql.problem) continue;
    ++compared;
    EXPECT_EQ(sql.relations, made->values) << i;
  }
  EXPECT_GT(compared, 100U);
}

TEST(SqlPrograms, AreValidAndMostHaveResults) {
  unsigned changing = 0;
  unsigned recursive = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const bool for_sql = i % 2 == 0;
    const Program program = draw_changing_program(core::Rng(3).split(i), for_sql);
    EXPECT_TRUE(check(program).ok());
    EXPECT_FALSE(table_states(program).empty());
    EXPECT_TRUE(for_sql || lacks(dialect("dbsp")->capabilities, program).empty());
    changing += evaluate(unrolled(program), limits()).problem ? 0 : 1;
    recursive += !for_sql && recursion_of(program).mutual ? 1 : 0;
  }
  EXPECT_GT(changing, 300U);
  EXPECT_GT(recursive, 30U);
}

TEST(SqlPrograms, RecursiveOnesAreLinear) {
  const Capabilities& can = dialect("sqlite")->capabilities;
  unsigned recursive = 0;
  unsigned mutual = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Program program = draw_recursive_program(core::Rng(3).split(i), false);
    EXPECT_TRUE(check(program).ok()) << i;
    EXPECT_TRUE(lacks(can, program).empty()) << lacks(can, program);
    EXPECT_FALSE(recursion_of(program).non_linear) << i;
    mutual += recursion_of(program).mutual ? 1 : 0;
    recursive += evaluate(program, limits()).problem ? 0 : 1;
  }
  EXPECT_GT(recursive, 250U);
  EXPECT_GT(mutual, 80U);
}

TEST(SqlPrograms, GetNullAndBags) {
  const Capabilities& can = dialect("sqlite")->capabilities;
  unsigned with_meaning = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto made = generate_program({}, can, {}, core::Rng(5).split(i));
    if (!made) continue;
    core::Rng rng = core::Rng(5).split(i);
    const Program program = draw_sql_meaning(made->program, rng);
    EXPECT_TRUE(check(program).ok());
    EXPECT_TRUE(lacks(can, program).empty()) << lacks(can, program);
    with_meaning += has_sql_meaning(program) && !evaluate(program, limits()).problem ? 1 : 0;
  }
  EXPECT_GT(with_meaning, 40U);
}

}  // namespace
}  // namespace assay::datalog
