// Sequences for dialects that have several wordings and do not have all kinds of recursion.
#include <gtest/gtest.h>

#include "datalog/graph/recursion.hpp"
#include "datalog/program/wording.hpp"
#include "random_program.hpp"
#include "support.hpp"

namespace assay::datalog {
namespace {

Program copy_program() {
  Program program;
  add_relation(program, "in0", "n", {{1}, {2}});
  add_relation(program, "r1", "n");
  add_rule(program, {atom(1, {x(0)})}, {atom(0, {x(0)})});
  return program;
}

TEST(RecursionLimits, NoStepMakesALinearProgramNonLinear) {
  Capabilities linear = every_capability();
  linear.non_linear_recursion = false;
  unsigned broken = 0;
  unsigned tried = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const core::Rng rng = core::Rng(5).split(i);
    Program program = random_program(rng.split("program"));
    if (recursion_of(program).non_linear) continue;
    ++tried;
    const auto transformed = [&](const Capabilities& can) {
      Workspace workspace(program, static_cast<RelationId>(program.relations.size() - 1), can, small_limits());
      static_cast<void>(transform_program(workspace, {Family::QueryFuzz, Family::DlSmith, Family::Rewrite},
                                          Oracle::Superset, 8, rng.split("steps")));
      return recursion_of(workspace.program()).non_linear;
    };
    EXPECT_FALSE(transformed(linear)) << i;
    broken += transformed(every_capability()) ? 1 : 0;
  }
  EXPECT_GT(tried, 100U);
  EXPECT_GT(broken, 0U);  // without the limit, some steps do
}

TEST(Reword, AppliesOnlyToDialectsWithWordings) {
  Capabilities worded = every_capability();
  worded.wordings = true;
  EXPECT_TRUE(never_applies(copy_program(), 1, "Reword"));
  EXPECT_FALSE(never_applies(copy_program(), 1, "Reword", worded));
}

TEST(Reword, ChangesTheWordingAlone) {
  Capabilities worded = every_capability();
  worded.wordings = true;
  Workspace workspace(copy_program(), 1, worded, small_limits());
  core::Rng rng(3);
  while (!transformation("Reword")->apply(workspace, rng)) continue;
  const Program& after = workspace.program();
  EXPECT_TRUE(after.relations[0].wordings != 0 || after.relations[1].wordings != 0);
  EXPECT_EQ(text(after), text(copy_program()));
}

}  // namespace
}  // namespace assay::datalog
