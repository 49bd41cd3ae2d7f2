#include "smt/fuzz/reduction/bound_minimization.hpp"

#include <gtest/gtest.h>

#include <string>

#include "smt/fuzz/fuzz_generator.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kSeed =
    "(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
    "(assert (and (bvult x y) (or (= (bvmul x y) #x10) (bvslt y x))))"
    "(assert (not (= (bvadd x y) (bvor x #x01))))(check-sat)";

core::Case large_case_with(const std::string& needle) {
  const auto config = testing::generating_config({{"seed.smt2", std::string(kSeed), 8}});
  config->strategies = {find_strategy("storm")};
  config->weights = {1};
  Generator generator(*config);
  core::Case largest;
  for (std::uint64_t index = 0; index < 600; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr || subject->files[0].content.find(needle) == std::string::npos) continue;
    if (largest.files.empty() || subject->files[0].content.size() > largest.files[0].content.size()) largest = *subject;
  }
  return largest;
}

TEST(BoundMinimization, FindsSmallerScriptsThatFailAndKeepsTheTruth) {
  const core::Case failing = large_case_with("bvmul");
  ASSERT_FALSE(failing.files.empty());
  ASSERT_GT(failing.files[0].content.size(), 1500U);
  std::size_t runs = 0;
  const StillFails fails = [&](const core::Case& subject) {
    ++runs;
    EXPECT_EQ(testing::what_is_wrong(subject), "");
    return subject.files[0].content.find("bvmul") != std::string::npos;
  };
  BoundMinimization options;
  options.budget.max_runs = 300;
  const core::Case smaller = minimize_bounds(failing, fails, options);
  EXPECT_LT(smaller.files[0].content.size(), 400U) << smaller.files[0].content;
  EXPECT_NE(smaller.files[0].content.find("bvmul"), std::string::npos);
  EXPECT_LE(runs, 301U);
}

TEST(BoundMinimization, KeepsACaseThatFailsNowhereElse) {
  const core::Case failing = large_case_with("bvmul");
  const StillFails never = [](const core::Case&) { return false; };
  BoundMinimization options;
  options.budget.max_runs = 100;
  EXPECT_EQ(minimize_bounds(failing, never, options).files[0].content, failing.files[0].content);
}

TEST(BoundMinimization, LeavesIncrementalScriptsToTheReducer) {
  core::Case failing = large_case_with("bvmul");
  auto facts = SmtFacts::from_json(failing.metadata);
  ASSERT_TRUE(facts.ok());
  facts->truths = {Truth::Sat, Truth::Unsat};
  failing.metadata = facts->json();
  std::size_t runs = 0;
  const StillFails count = [&](const core::Case&) { return ++runs > 0; };
  EXPECT_EQ(minimize_bounds(failing, count, {}).files[0].content, failing.files[0].content);
  EXPECT_EQ(runs, 0U);
}

}  // namespace
}  // namespace assay::smt
