// The proof that synthesised formulas find bugs: lies of a fake solver are found within a bounded number of sampled
// formulas, and an honest one is never accused.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "rounds.hpp"
#include "same_cases.hpp"
#include "smt/synth/synth.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;
using core::BugKind;

constexpr std::uint64_t kMaxCases = 2000;

struct Lie {
  std::string name;
  std::vector<std::string> theories;
  BugKind kind;
  std::string reason;  ///< of the verdict; empty: any reason
};
void PrintTo(const Lie& lie, std::ostream* out) { *out << lie.name; }

class PlantedSynth : public ::testing::TestWithParam<Lie> {
 protected:
  void SetUp() override {
    std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    for (char& c : name)
      if (c == '/') c = '_';
    folder_ = fs::path(::testing::TempDir()) / ("assay_planted_synth_" + name + "_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    options_.style = RunStyle::Persistent;
    options_.limits.wall_seconds = 60;
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// A definition of the fake solver that promises minimal cores; honest without a lie.
  std::string fake(const std::string& name, const std::string& lie) {
    const fs::path path = folder_ / (name + ".toml");
    const std::string words = "[\"" + std::string(ASSAY_FAKE_SOLVER) + "\"" +
                              (lie.empty() ? std::string("]") : ", \"--lie\", \"" + lie + "\"]");
    std::ofstream(path) << "name = \"" << name << "\"\nargv = " << words << "\npersistent = " << words
                        << "\nversion = [\"" << ASSAY_FAKE_SOLVER << "\", \"--version\"]\n"
                        << "prelude_core = \"(set-option :produce-unsat-cores true)\\n\"\nminimal_cores = true\n"
                        << "prelude_matching = \"(set-option :e-matching true)\\n\"\n"
                        << "witness_comments = true\naccepts_opaque = true\nlacks = []\nextensions = [\"*\"]\n"
                        << "decidable = [\"*\"]\n";
    return path.string();
  }

  std::unique_ptr<core::Tester> tester() {
    auto made = make_synth_module(options_);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
    if (!made) return nullptr;
    module_ = std::move(*made);
    return std::move(*module_->make_tester());
  }

  fs::path folder_;
  SynthOptions options_;
  std::unique_ptr<core::Module> module_;
};

TEST_P(PlantedSynth, IsFound) {
  options_.targets = {fake("liar", GetParam().name)};
  options_.theories = GetParam().theories;
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  for (std::uint64_t index = 0; index < kMaxCases; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    if (!trial.verdict.is_bug()) continue;
    EXPECT_EQ(trial.verdict.kind, GetParam().kind) << trial.verdict.reason << "\n" << trial.verdict.detail;
    if (!GetParam().reason.empty()) {
      EXPECT_EQ(trial.verdict.reason, GetParam().reason) << trial.verdict.detail;
    }
    // Runs the case again in a fresh process, as a campaign does to confirm a bug.
    const core::Case failing = *of;
    const core::Trial again = made->run(failing, 0, core::RunMode::Fresh, {});
    EXPECT_TRUE(again.verdict.is_bug());
    EXPECT_EQ(again.verdict.kind, GetParam().kind);
    RecordProperty("cases", static_cast<int>(index + 1));
    return;
  }
  FAIL() << "not found in " << kMaxCases << " cases";
}

INSTANTIATE_TEST_SUITE_P(
    Lies, PlantedSynth,
    ::testing::Values(Lie{"bvsrem-negative", {"bit-vectors"}, BugKind::RefutationUnsound, ""},
                      Lie{"bvudiv-zero", {"bit-vectors"}, BugKind::RefutationUnsound, ""},
                      Lie{"shift-far", {"bit-vectors"}, BugKind::RefutationUnsound, ""},
                      Lie{"replace-empty", {"strings"}, BugKind::RefutationUnsound, ""},
                      Lie{"substr-range", {"strings"}, BugKind::RefutationUnsound, ""},
                      Lie{"div-negative", {"ints"}, BugKind::RefutationUnsound, ""},
                      Lie{"fp-rem", {"floating-point"}, BugKind::RefutationUnsound, ""},
                      Lie{"fp-nan", {"floating-point"}, BugKind::RefutationUnsound, ""},
                      Lie{"select-store", {"arrays"}, BugKind::RefutationUnsound, ""},
                      Lie{"unsat-as-sat", {"strings"}, BugKind::SolutionUnsound, ""},
                      Lie{"model-small", {"bit-vectors"}, BugKind::InvalidModel, ""},
                      Lie{"model-small-missing", {"strings"}, BugKind::InvalidModel, ""},
                      Lie{"core-superset", {"strings"}, BugKind::Imprecise, "needless assertion in a minimal core"},
                      Lie{"core-satisfiable", {"core"}, BugKind::InvalidCore, "satisfiable core"},
                      Lie{"core-stranger", {"ints"}, BugKind::InvalidCore, "a name that is no assertion's"},
                      Lie{"optimum-off-by-one", {"ints"}, BugKind::WrongResult, "wrong optimum"},
                      Lie{"optimum-model", {"bit-vectors"}, BugKind::InvalidModel, "model misses the optimum"},
                      Lie{"crash-ite", {"core"}, BugKind::Crash, ""},
                      Lie{"rejects-implication", {"core"}, BugKind::RejectsValid, ""},
                      Lie{"unknown-ite", {"core"}, BugKind::Incomplete, ""}),
    [](const auto& instance) {
      std::string name = instance.param.name;
      for (char& c : name)
        if (c == '-') c = '_';
      return name;
    });

TEST_F(PlantedSynth, AnHonestTargetIsNeverAccused) {
#if defined(__SANITIZE_ADDRESS__)
  constexpr std::uint64_t kCases = 1000;
#else
  const std::uint64_t kCases = test_rounds(3'000, 10'000);
#endif
  options_.targets = {fake("honest", "")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  std::map<std::string, std::uint64_t> reasons;
  std::uint64_t passed = 0;
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    ASSERT_NE(of, nullptr);
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    ASSERT_FALSE(trial.verdict.is_bug()) << "case " << index << ", " << of->strategy << ": " << trial.verdict.reason
                                         << "\n"
                                         << trial.verdict.detail << "\n"
                                         << of->files[0].content << of->metadata << trial.output;
    if (trial.verdict.outcome == core::Verdict::Outcome::Pass && trial.answer != "unknown") ++passed;
    if (!trial.verdict.reason.empty()) ++reasons[trial.verdict.reason];
  }
  std::string table;
  for (const auto& [reason, count] : reasons) table += reason + ": " + std::to_string(count) + "\n";
  EXPECT_GT(passed * 100, kCases * 95) << passed << " passed\n" << table;
}

/// The number of bugs by kind and reason in cases about known instances.
std::map<std::string, std::uint64_t> bugs_in_instances(core::Tester& tester) {
  std::map<std::string, std::uint64_t> bugs;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const auto subject = tester.generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    const core::Trial trial = tester.run(*of, 0, core::RunMode::Campaign, {});
    if (!trial.verdict.is_bug()) continue;
    ++bugs[std::string(name(trial.verdict.kind)) + ": " + trial.verdict.reason];
    EXPECT_NE(trial.verdict.detail.find("needed instances"), std::string::npos) << trial.verdict.detail;
    EXPECT_TRUE(tester.run(core::Case(*of), 0, core::RunMode::Fresh, {}).verdict.is_bug());
  }
  return bugs;
}

TEST_F(PlantedSynth, ATargetThatMissesInstancesIsFound) {
  options_.categories = {"instances"};
  options_.operations = {"*n=0*", "*n=20*"};
  options_.targets = {fake("liar", "unknown-pattern")};
  const auto liar = bugs_in_instances(*tester());
  ASSERT_EQ(liar.size(), 1U);
  EXPECT_EQ(liar.begin()->first, "incomplete: unknown where E-matching suffices");
  EXPECT_GT(liar.begin()->second, 20U);
  EXPECT_LT(liar.begin()->second, 80U) << "none of those that lack terms";
  options_.targets = {fake("honest", "")};
  EXPECT_TRUE(bugs_in_instances(*tester()).empty());
}

TEST_F(PlantedSynth, AReductionKeepsWhatTheInstancesNeed) {
  options_.categories = {"instances"};
  options_.operations = {"sequences[k=0 d=1 n=20]"};
  options_.targets = {fake("liar", "unknown-pattern")};
  const auto made = tester();
  const auto subject = made->generate(0);
  const core::Case failing = std::get<core::Case>(subject);
  const core::Trial trial = made->run(failing, 0, core::RunMode::Fresh, {});
  ASSERT_TRUE(trial.verdict.is_bug());
  const core::Case reduced = made->reduce(failing, 0, trial.verdict, {});
  const auto axioms = [](const core::Case& of) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = of.files[0].content.find(":pattern", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_GT(axioms(failing), 20U);
  EXPECT_GE(axioms(reduced), 2U);
  EXPECT_EQ(axioms(reduced) + 20, axioms(failing));
  EXPECT_TRUE(made->run(reduced, 0, core::RunMode::Fresh, {}).verdict.is_bug());
}

TEST_F(PlantedSynth, AnHonestTargetPassesItsControls) {
  options_.targets = {fake("honest", "")};
  options_.theories = {"core"};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  const auto controls = module_->controls();
  EXPECT_GE(controls.size(), 3U);
  for (const core::Control& control : controls) {
    const core::Trial trial = made->run(control.subject, control.target, core::RunMode::Fresh, {});
    EXPECT_EQ(trial.verdict.outcome, control.expected.outcome) << control.name << ": " << trial.verdict.reason;
  }
}

TEST_F(PlantedSynth, MakeTheSameCasesAsBefore) {
  options_.targets = {fake("liar", "bvudiv-zero"), fake("honest", "")};  // with one, limits depend on the clock
  options_.limits.wall_seconds = 600;
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  expect_same_cases("smt-synth", *made, test_rounds(3000, SameCases::kAll));
}

}  // namespace
}  // namespace assay::smt
