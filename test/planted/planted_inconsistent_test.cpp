// Tests that solvers are caught by self-contradictions. The truth of the incremental scripts is unknown. The answers
// contradict one another, or the same solver's answer to one check alone; or the solver itself satisfies its core.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

#include "planted_fuzz.hpp"

namespace assay::smt {
namespace {

using core::BugKind;

constexpr std::uint64_t kMaxScripts = 2000;

/// Wide enough that assignments are not enumerated.
constexpr const char* kLevels =
    "(set-logic QF_BV)(declare-const x (_ BitVec 16))(declare-const y (_ BitVec 16))(declare-const p Bool)\n"
    "(assert (bvult x (bvadd y #x0001)))(push 1)(assert (= y #x0000))(check-sat)(push 1)\n"
    "(assert (or p (not (= x #x0000))))(assert (not (= (bvand x x) y)))(check-sat-assuming ((not p)))(pop "
    "1)(check-sat)\n"
    "(pop 1)(assert (bvule x y))(assert (=> p false))(check-sat)\n";

class Inconsistent : public PlantedFuzz {
 protected:
  void SetUp() override {
    PlantedFuzz::SetUp();
    std::filesystem::create_directories(folder_ / "seeds");
    std::ofstream(folder_ / "seeds" / "levels.smt2") << kLevels;
    options_.seeds = {(folder_ / "seeds").string()};
    options_.strategies = {{"mutate", 1}};
    options_.incremental_percent = 50;
  }
  [[nodiscard]] std::string fake(const std::string& lie) const {
    return PlantedFuzz::fake(
        "fake", lie, "prelude_core = \"(set-option :produce-unsat-cores true)\"\nincremental = [\"--incremental\"]\n");
  }

  /// The first failing case as a campaign reports it: settled if more is known, and failing in a fresh process.
  void find(const std::string& lie, const std::set<BugKind>& kinds, std::size_t most_bytes) {
    options_.targets = {fake(lie)};
    const auto made = tester();
    ASSERT_NE(made, nullptr);
    for (std::uint64_t index = 0; index < kMaxScripts; ++index) {
      const auto subject = made->generate(index);
      const auto* of = std::get_if<core::Case>(&subject);
      if (of == nullptr) continue;
      const core::Trial first = made->run(*of, 0, core::RunMode::Campaign, {});
      if (!first.verdict.is_bug()) continue;
      const core::Case failing = made->settle(*of, {first}, {}).value_or(*of);
      const core::Trial trial = made->run(failing, 0, core::RunMode::Fresh, {});
      ASSERT_TRUE(trial.verdict.is_bug()) << first.verdict.detail;
      EXPECT_TRUE(kinds.contains(trial.verdict.kind)) << trial.verdict.detail;
      const bool several = SmtFacts::from_json(failing.metadata)->truths.size() > 1;
      EXPECT_GE(std::ranges::count(trial.command, "--incremental"), several ? 1 : 0) << "as a user must run it";
      const core::Case reduced = made->reduce(failing, 0, trial.verdict, {});
      EXPECT_LE(reduced.files[0].content.size(), most_bytes) << reduced.files[0].content;
      EXPECT_EQ(made->run(reduced, 0, core::RunMode::Fresh, {}).verdict.kind, trial.verdict.kind);
      return;
    }
    FAIL() << "not found in " << kMaxScripts << " cases";
  }
};

TEST_F(Inconsistent, WhoIsWrongAfterAPopIsFound) {
  find("after-pop", {BugKind::RefutationUnsound, BugKind::Inconsistent}, 300);
}
TEST_F(Inconsistent, WhoForgetsAssertionsAtOpenLevelsIsFound) {
  find("inside-push", {BugKind::SolutionUnsound, BugKind::Inconsistent, BugKind::InvalidModel}, 400);
}
TEST_F(Inconsistent, CoresThatTheSolverItselfSatisfiesAreFound) { find("core-drops", {BugKind::InvalidCore}, 400); }

TEST_F(Inconsistent, AnHonestSolverIsNotAccused) {
  options_.targets = {fake("")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  const char* const more = std::getenv("ASSAY_PLANTED_CASES");
  const std::uint64_t cases = more == nullptr ? 300 : std::stoull(more);
  std::uint64_t several = 0;
  for (std::uint64_t index = 0; index < cases; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    several += SmtFacts::from_json(of->metadata)->truths.size() > 1 ? 1 : 0;
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    ASSERT_FALSE(trial.verdict.is_bug()) << trial.verdict.detail << "\n" << of->files[0].content << trial.output;
    ASSERT_FALSE(made->settle(*of, {trial}, {}).has_value()) << of->files[0].content;
  }
  EXPECT_GT(several, cases / 3);
}

}  // namespace
}  // namespace assay::smt
