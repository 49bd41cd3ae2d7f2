// Tests that truth derived afterwards finds bugs. For scripts of unknown truth, a fake solver's lies are found within a
// bounded number of cases, beside honest solvers, and honest solvers are never accused.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "planted_fuzz.hpp"

namespace assay::smt {
namespace {

using core::BugKind;

constexpr std::uint64_t kMaxMutants = 2000;
constexpr std::uint64_t kHonestCases = 500;  // cases for each honest solver

constexpr const char* kAlternating =
    "(declare-fun p ((_ BitVec 2) (_ BitVec 2)) Bool)(declare-const c (_ BitVec 2))\n"
    "(assert (forall ((x (_ BitVec 2))) (forall ((y (_ BitVec 2))) (or (p x y) (bvule x (bvor x y)) (= y c)))))\n"
    "(assert (not (p c c)))\n(check-sat)\n";

/// A lie, and the folder of shipped seeds whose mutants must show it; "all": every folder; "alternating": the seed
/// above. The honest peer solves little: it tries some assignments.
struct Lied {
  const char* lie;
  const char* seeds;
};

class Mutants : public PlantedFuzz, public ::testing::WithParamInterface<Lied> {
 protected:
  void SetUp() override {
    PlantedFuzz::SetUp();
    std::filesystem::create_directories(folder_ / "seeds");
    std::ofstream(folder_ / "seeds" / "alternating.smt2") << kAlternating;
    options_.seeds.push_back((folder_ / "seeds").string());
    options_.strategies = {{"mutate", 1}};
  }

  [[nodiscard]] std::string fake(const std::string& name, const std::string& lie, bool has_models = true) const {
    return PlantedFuzz::fake(name, lie, has_models ? "" : "lacks = [\"models\"]\n");
  }
  /// A case of unknown truth.
  static std::optional<core::Case> open_case(core::Tester& from, std::uint64_t index) {
    const auto made = from.generate(index);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr || SmtFacts::from_json(subject->metadata)->truths != std::vector{Truth::Open})
      return std::nullopt;
    return *subject;
  }
  static std::vector<core::Trial> run_all(core::Tester& by, const core::Case& subject, std::size_t targets) {
    std::vector<core::Trial> trials;
    for (std::size_t i = 0; i < targets; ++i) trials.push_back(by.run(subject, i, core::RunMode::Campaign, {}));
    return trials;
  }
};

TEST_P(Mutants, AnHonestPeersModelConvictsTheLiar) {
  const std::string seeds = GetParam().seeds;
  if (seeds == "alternating") {
    options_.seeds = {(folder_ / "seeds").string()};
  } else if (seeds != "all") {
    options_.seeds = {shipped_seeds() + "/" + seeds};
  }
  options_.targets = {fake("liar", GetParam().lie), fake("honest", "")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  for (std::uint64_t index = 0; index < kMaxMutants; ++index) {
    const auto subject = open_case(*made, index);
    if (!subject) continue;
    const auto trials = run_all(*made, *subject, 2);
    const auto settled = made->settle(*subject, trials, {});
    if (!settled) continue;
    for (const core::RunMode mode : {core::RunMode::Campaign, core::RunMode::Fresh}) {
      const core::Verdict verdict = made->run(*settled, 0, mode, {}).verdict;
      EXPECT_TRUE(verdict.is_bug());
      EXPECT_EQ(verdict.kind, BugKind::RefutationUnsound) << verdict.detail;
    }
    EXPECT_FALSE(made->run(*settled, 1, core::RunMode::Fresh, {}).verdict.is_bug());
    RecordProperty("cases", static_cast<int>(index + 1));
    return;
  }
  FAIL() << "not found in " << kMaxMutants << " cases";
}

INSTANTIATE_TEST_SUITE_P(Lies, Mutants,
                         ::testing::Values(Lied{"nested-negation", "all"}, Lied{"alternation", "alternating"},
                                           Lied{"select-store", "qf_ax"}, Lied{"replace-empty", "qf_s"},
                                           Lied{"div-negative", "qf_lia"}, Lied{"bvudiv-zero", "qf_bv"}),
                         [](const auto& instance) { return Mutants::test_name(instance.param.lie); });

TEST_F(Mutants, AModelThatIsWrongIsFoundWithoutAPeer) {
  options_.targets = {fake("liar", "model-number")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  for (std::uint64_t index = 0; index < kMaxMutants; ++index) {
    const auto subject = open_case(*made, index);
    if (!subject || !made->run(*subject, 0, core::RunMode::Campaign, {}).verdict.is_bug()) continue;
    EXPECT_EQ(made->run(*subject, 0, core::RunMode::Fresh, {}).verdict.kind, BugKind::InvalidModel);
    return;
  }
  FAIL() << "not found in " << kMaxMutants << " cases";
}

TEST_F(Mutants, WithoutModelsTwoAgainstOneAreADisagreement) {
  options_.targets = {fake("liar", "nested-negation", false), fake("two", "", false), fake("three", "", false)};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  for (std::uint64_t index = 0; index < kMaxMutants; ++index) {
    const auto subject = open_case(*made, index);
    if (!subject) continue;
    const auto trials = run_all(*made, *subject, 3);
    EXPECT_FALSE(made->settle(*subject, trials, {}).has_value()) << "nothing is certain";
    const auto verdicts = made->compare(*subject, trials);
    if (verdicts.empty()) continue;
    ASSERT_EQ(verdicts.size(), 1U);
    EXPECT_EQ(verdicts[0].first, 0U);
    EXPECT_EQ(verdicts[0].second.kind, BugKind::Disagreement);
    return;
  }
  FAIL() << "not found in " << kMaxMutants << " cases";
}

TEST_F(Mutants, HonestSolversAreNotAccused) {
  options_.targets = {fake("one", ""), fake("two", ""), fake("three", "", false)};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  std::size_t open = 0;
  for (std::uint64_t index = 0; index < kHonestCases; ++index) {
    const auto subject = open_case(*made, index);
    if (!subject) continue;
    ++open;
    const auto trials = run_all(*made, *subject, 3);
    for (const core::Trial& trial : trials)
      ASSERT_FALSE(trial.verdict.is_bug()) << trial.verdict.detail << "\n" << subject->files[0].content << trial.output;
    ASSERT_FALSE(made->settle(*subject, trials, {}).has_value()) << subject->files[0].content;
    ASSERT_TRUE(made->compare(*subject, trials).empty()) << subject->files[0].content;
  }
  EXPECT_GT(open, kHonestCases / 4);
}

/// Scripts over small finite sorts, whose truth is known by enumeration.
class TinyScripts : public Mutants {
 protected:
  void SetUp() override {
    Mutants::SetUp();
    options_.strategies = {{"tiny", 1}};
  }
  void find(const char* lie, BugKind kind) {
    options_.targets = {fake("liar", lie)};
    const auto made = tester();
    ASSERT_NE(made, nullptr);
    for (std::uint64_t index = 0; index < kMaxMutants; ++index) {
      const auto subject = made->generate(index);
      const auto* of = std::get_if<core::Case>(&subject);
      if (of == nullptr || !made->run(*of, 0, core::RunMode::Campaign, {}).verdict.is_bug()) continue;
      const core::Case failing = *of;
      const core::Trial trial = made->run(failing, 0, core::RunMode::Fresh, {});
      EXPECT_EQ(trial.verdict.kind, kind) << trial.verdict.detail;
      const core::Case reduced = made->reduce(failing, 0, trial.verdict, {});
      EXPECT_LE(reduced.files[0].content.size(), failing.files[0].content.size());
      EXPECT_EQ(made->run(reduced, 0, core::RunMode::Fresh, {}).verdict.kind, kind);
      return;
    }
    FAIL() << "not found in " << kMaxMutants << " cases";
  }
};

TEST_F(TinyScripts, AMissedContradictionIsFound) { find("alternation-sat", BugKind::SolutionUnsound); }
TEST_F(TinyScripts, AForgottenAssertionIsFound) { find("forgets-assertion", BugKind::SolutionUnsound); }
TEST_F(TinyScripts, AWrongModelIsFound) { find("model-bit", BugKind::InvalidModel); }

TEST_F(TinyScripts, AnHonestSolverIsNotAccusedAndBothTruthsCome) {
  options_.targets = {fake("honest", "")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  std::size_t unsat = 0;
  std::size_t sat = 0;
  for (std::uint64_t index = 0; index < kHonestCases; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    const auto facts = SmtFacts::from_json(of->metadata);
    unsat += facts->truths == std::vector{Truth::Unsat} ? 1 : 0;
    sat += facts->truths == std::vector{Truth::Sat} ? 1 : 0;
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    ASSERT_FALSE(trial.verdict.is_bug()) << trial.verdict.detail << "\n" << of->files[0].content << trial.output;
  }
  EXPECT_GT(unsat, kHonestCases / 10);
  EXPECT_GT(sat, kHonestCases / 10);
}

/// Contradictory seeds, which two honest references confirm.
class RefutedSeeds : public Mutants {
 protected:
  void SetUp() override {
    Mutants::SetUp();
    std::ofstream(folder_ / "seeds" / "alternating.smt2")
        << "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))(assert (or (bvult x y) (= x #b111)))\n"
           "(assert (bvule y x))(assert (not (= x #b111)))(assert (=> (= y x) (bvult x #b010)))(check-sat)\n";
    options_.seeds = {(folder_ / "seeds").string()};
    options_.strategies = {{"refute", 1}};
    options_.references = {fake("r1", ""), fake("r2", "")};
  }
};

TEST_F(RefutedSeeds, WhoForgetsAnAssertionIsFound) {
  options_.targets = {fake("liar", "forgets-assertion", false)};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  for (std::uint64_t index = 0; index < kMaxMutants; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr || !made->run(*of, 0, core::RunMode::Campaign, {}).verdict.is_bug()) continue;
    EXPECT_TRUE(SmtFacts::from_json(of->metadata)->partly_by_solvers);
    const core::Case failing = *of;
    const core::Trial trial = made->run(failing, 0, core::RunMode::Fresh, {});
    EXPECT_EQ(trial.verdict.kind, BugKind::SolutionUnsound) << trial.verdict.detail;
    const core::Case reduced = made->reduce(failing, 0, trial.verdict, {});
    EXPECT_LT(reduced.files[0].content.size(), 300U) << reduced.files[0].content;
    return;
  }
  FAIL() << "not found in " << kMaxMutants << " cases";
}

TEST_F(RefutedSeeds, AnHonestSolverIsNotAccusedAndEveryCaseIsContradictory) {
  options_.targets = {fake("honest", "")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  std::size_t refuted = 0;
  for (std::uint64_t index = 0; index < 500; ++index) {
    const auto subject = made->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
    ASSERT_FALSE(trial.verdict.is_bug()) << trial.verdict.detail << "\n" << of->files[0].content << trial.output;
    ASSERT_NE(trial.answer, "sat") << of->files[0].content;
    refuted += trial.answer == "unsat" ? 1 : 0;
  }
  EXPECT_GT(refuted, 250U);
}

TEST_F(RefutedSeeds, OneReferenceIsNotEnough) {
  options_.references.pop_back();
  options_.targets = {fake("honest", "")};
  const auto made = tester();
  ASSERT_NE(made, nullptr);
  EXPECT_TRUE(std::holds_alternative<core::Skip>(made->generate(0)));
}

}  // namespace
}  // namespace assay::smt
