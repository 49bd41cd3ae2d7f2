// Lies of a process that answers many scripts: it keeps state from an earlier script.

#include <gtest/gtest.h>

#include <string>

#include "planted_fuzz.hpp"
#include "rounds.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::RunMode;

struct KeptLie {
  std::string name;
  BugKind kind;
  std::size_t form;  ///< index in as_in_kept_process. 0: the case after itself; 1: after the earlier cases
};
void PrintTo(const KeptLie& lie, std::ostream* out) { *out << lie.name; }

class Kept : public PlantedMixture, public ::testing::WithParamInterface<KeptLie> {
 protected:
  [[nodiscard]] std::string fake(const std::string& name, const std::string& lie) const {
    return PlantedFuzz::fake(name, lie, "witness_comments = true\n");
  }
};

TEST_P(Kept, IsShownByOneFreshProcess) {
  options_.targets = {fake("liar", GetParam().name)};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  for (std::uint64_t index = 0; index < 50; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr || !made->run(*of, 0, RunMode::Campaign, {}).verdict.is_bug()) continue;
    const core::Case failing = *of;
    EXPECT_FALSE(made->run(failing, 0, RunMode::Fresh, {}).verdict.is_bug());
    const std::vector<core::Case> longer = made->as_in_kept_process(failing, 0);
    ASSERT_GT(longer.size(), GetParam().form);
    for (std::size_t i = 0; i < GetParam().form; ++i)
      EXPECT_FALSE(made->run(longer[i], 0, RunMode::Fresh, {}).verdict.is_bug());
    const core::Case& shows = longer[GetParam().form];
    const core::Trial trial = made->run(shows, 0, RunMode::Fresh, {});
    EXPECT_EQ(trial.verdict.kind, GetParam().kind) << trial.verdict.reason << "\n" << shows.files[0].content;
    ASSERT_TRUE(trial.verdict.is_bug());
    const core::Case reduced = made->reduce(shows, 0, trial.verdict, {400, 60, {}});
    EXPECT_LT(reduced.files[0].content.size(), shows.files[0].content.size() / 2);
    EXPECT_NE(reduced.files[0].content.find("(reset)"), std::string::npos) << reduced.files[0].content;
    EXPECT_EQ(made->run(reduced, 0, RunMode::Fresh, {}).verdict.kind, GetParam().kind);
    return;
  }
  FAIL() << "not found";
}

INSTANTIATE_TEST_SUITE_P(Lies, Kept,
                         ::testing::Values(KeptLie{"after-reset", BugKind::Crash, 0},
                                           KeptLie{"after-reset-unsat", BugKind::RefutationUnsound, 0},
                                           KeptLie{"after-three-resets", BugKind::RefutationUnsound, 1}),
                         [](const auto& instance) { return Kept::test_name(instance.param.name); });

TEST_F(Kept, AnHonestProcessIsNotAccusedBehindOthers) {
  options_.targets = {fake("honest", "")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  std::size_t judged = 0;
  for (std::uint64_t index = 0; index < test_rounds(60, 2'000); ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    const core::Case plain = *of;
    ASSERT_FALSE(made->run(plain, 0, RunMode::Campaign, {}).verdict.is_bug());
    for (const core::Case& longer : made->as_in_kept_process(plain, 0)) {
      const core::Trial trial = made->run(longer, 0, RunMode::Fresh, {});
      ASSERT_FALSE(trial.verdict.is_bug()) << trial.verdict.reason << "\n" << longer.files[0].content << trial.output;
      judged += trial.verdict.outcome == core::Verdict::Outcome::Pass ? 1 : 0;
    }
  }
  EXPECT_GT(judged, 50U);
}

TEST_F(Kept, NothingWasKeptWhereEachScriptHasItsProcess) {
  options_.targets = {fake("honest", "")};
  options_.style = RunStyle::Process;
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  const auto subject = made->generate(0);
  const auto* of = std::get_if<core::Case>(&subject);
  ASSERT_NE(of, nullptr);
  const core::Case plain = *of;
  (void)made->run(plain, 0, RunMode::Campaign, {});
  EXPECT_TRUE(made->as_in_kept_process(plain, 0).empty());
}

}  // namespace
}  // namespace assay::smt
