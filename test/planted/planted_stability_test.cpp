// Tests that `smt stability` gives an honest solver, a solver whose answer depends on the order of the assertions, and
// a solver that never answers their classes.

#include <gtest/gtest.h>

#include "core/target/scratch.hpp"
#include "smt/stability/stability.hpp"

namespace assay::smt {
namespace {

class PlantedStability : public ::testing::Test {
 protected:
  core::Trial classify(const std::string& lie) {
    StabilityOptions options;
    const std::string words = std::string("[\"") + ASSAY_FAKE_SOLVER + "\"" +
                              (lie.empty() ? std::string("]") : ", \"--lie\", \"" + lie + "\"]");
    options.targets = {*folder_.write("fake.toml", "name = \"fake\"\nargv = " + words + "\nversion = [\"" +
                                                       ASSAY_FAKE_SOLVER + "\", \"--version\"]\n")};
    options.limits.wall_seconds = 20;
    auto module = make_stability_module(
        options, {*folder_.write("a.smt2",
                                 "(set-logic QF_UF)\n(declare-const p Bool)\n(declare-const q Bool)\n(assert p)\n"
                                 "(assert (or p q))\n(assert (not p))\n(check-sat)\n")});
    if (!module) {
      ADD_FAILURE() << module.error().text();
      return {};
    }
    const auto tester = std::move(*(*module)->make_tester());
    return tester->run(std::get<core::Case>(tester->generate(0, {})), 0, core::RunMode::Campaign, {});
  }
  core::ScratchFolder folder_;
};

TEST_F(PlantedStability, AnHonestSolverIsStable) {
  const core::Trial trial = classify("");
  EXPECT_EQ(trial.measurement->change, "stable") << trial.measurement->note;
  EXPECT_EQ(trial.answer, "unsat");
}

TEST_F(PlantedStability, AnAnswerThatDependsOnTheOrderIsUnstable) {
  const core::Trial trial = classify("order-unknown");
  EXPECT_EQ(trial.measurement->change, "unstable") << trial.measurement->note;
  EXPECT_FALSE(trial.verdict.is_bug());
}

TEST_F(PlantedStability, AWrongAnswerThatDependsOnTheOrderIsABug) {
  EXPECT_EQ(classify("order-sat").verdict.kind, core::BugKind::Inconsistent);
}

TEST_F(PlantedStability, ASolverThatNeverAnswersIsUnsolvable) {
  EXPECT_EQ(classify("mute").measurement->change, "unsolvable");
}

}  // namespace
}  // namespace assay::smt
