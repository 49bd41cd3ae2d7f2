// Every built-in solver definition: complete, coherent, and controlled.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "assay/smt/operator.hpp"
#include "assay/smt/script.hpp"
#include "smt/solver/features.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {
namespace {

bool is_operator(const std::string& name) {
  for (std::size_t indices = 0; indices <= 2; ++indices)
    if (Operators::get().find(name, indices)) return true;
  return false;
}

class Targets : public ::testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] static const SolverDefinition& target() { return builtin_solvers()[GetParam()]; }
};

TEST_P(Targets, AreFoundByTheirName) {
  if (target().argv.empty()) GTEST_SKIP() << "a definition to inherit from";
  const Result<SolverDefinition> found = resolve_solver(target().name);
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->name, target().name);
  EXPECT_FALSE(target().install.empty());
}

TEST_P(Targets, LackOnlyWhatThereIs) {
  for (const std::string& lacking : target().lacks)
    EXPECT_TRUE(feature(lacking).has_value() || is_operator(lacking)) << lacking;
  for (const std::string& known : target().extensions) EXPECT_TRUE(known == "*" || is_operator(known)) << known;
}

TEST_P(Targets, HavePatternsThatCompile) {
  for (const auto* rows :
       {&target().crashes, &target().out_of_memory, &target().timeouts, &target().skips, &target().noise})
    for (const core::OutputPattern& row : *rows) EXPECT_EQ(core::pattern_problem(row.pattern), std::nullopt);
  for (const core::KnownBug& row : target().known_bugs) {
    EXPECT_EQ(core::pattern_problem(row.pattern), std::nullopt);
    EXPECT_FALSE(row.cause.empty());
  }
}

TEST_P(Targets, HaveControlsThatTheyTake) {
  if (target().argv.empty()) GTEST_SKIP() << "a definition to inherit from";
  const std::vector<core::Control> controls = solver_controls(target(), 0);
  const auto plants = [](const core::Control& control) { return control.expected.is_bug(); };
  EXPECT_TRUE(std::any_of(controls.begin(), controls.end(), plants)) << "a planted bug";
  EXPECT_FALSE(std::all_of(controls.begin(), controls.end(), plants)) << "a clean run";
  for (const core::Control& control : controls) {
    TermStore store;
    const core::File* file = control.subject.file(kScriptFile);
    ASSERT_NE(file, nullptr) << control.name;
    const Result<Script> script = parse_script(store, file->content, control.name);
    ASSERT_TRUE(script.ok()) << script.error().text();
    EXPECT_FALSE(unsupported(target(), store, *script).has_value()) << control.name;
  }
}

TEST_P(Targets, TakeFlagsOfTheUsersOwn) {
  if (target().argv.empty()) GTEST_SKIP() << "a definition to inherit from";
  const Result<SolverDefinition> found =
      resolve_solver("mine:" + target().name + "=/opt/" + target().argv[0] + " --flag");
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_EQ(found->name, "mine");
  EXPECT_EQ(found->family, target().name);
  EXPECT_EQ(found->argv.front(), "/opt/" + target().argv[0]);
  EXPECT_EQ(found->argv.back(), "--flag");
}

INSTANTIATE_TEST_SUITE_P(Registry, Targets, ::testing::Range(std::size_t{0}, builtin_solvers().size()),
                         [](const auto& test) { return builtin_solvers()[test.param].name; });

}  // namespace
}  // namespace assay::smt
