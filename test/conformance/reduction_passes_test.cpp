// Every reduction pass alone, over the seeds that the repository ships: it makes scripts smaller and keeps their truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "rounds.hpp"
#include "smt/fuzz/fuzz_generator.hpp"
#include "smt/reduce/smt_reduction.hpp"
#include "smt/rules/rule_proof.hpp"
#include "unit/smt/fuzz/support.hpp"

namespace assay::smt {
namespace {

const std::uint64_t kCases = test_rounds(4, 160);

/// True if the expected answers of all checks are known. Only then can a reduction keep the truth.
bool has_truth(const core::Case& subject) {
  const Result<SmtFacts> facts = SmtFacts::from_json(subject.metadata);
  return facts && std::find(facts->truths.begin(), facts->truths.end(), Truth::Open) == facts->truths.end();
}

/// Cases of known truth over the shipped seeds, some with push and pop.
const std::vector<core::Case>& cases() {
  static const std::vector<core::Case> all = [] {
    auto config = testing::generating_config(testing::shipped_seeds());
    config->options.incremental_percent = 30;
    Generator generator(*config);
    std::vector<core::Case> out;
    // One case from each block, so that every seed is used.
    for (std::uint64_t index = 0; out.size() < kCases; index += kBlockSize) {
      const auto made = generator.generate(index + index / kBlockSize % kBlockSize);
      const auto* subject = testing::case_in(made);
      if (subject != nullptr && has_truth(*subject)) out.push_back(*subject);
    }
    return out;
  }();
  return all;
}

class ReductionPasses : public ::testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] static const ReductionPass& pass() { return reduction_pass_table()[GetParam()]; }
};

/// Refutes cases by the rules that made them, as a campaign's reduction does beside the evaluator.
Refutes refutation(const core::Case& subject) {
  return refutation_by_rules(SmtFacts::from_json(subject.metadata)->operations);
}

bool always(const core::Case&) { return true; }
core::ReduceBudget small_budget() {
  core::ReduceBudget budget;
  budget.max_runs = 60;
  return budget;
}

TEST_P(ReductionPasses, HaveAHelp) { EXPECT_FALSE(pass().help.empty()); }

TEST_P(ReductionPasses, KeepTheTruth) {
  for (const core::Case& original : cases()) {
    Reduction reduction(original, always, small_budget(), true, {}, refutation(original));
    ASSERT_TRUE(reduction.start()) << original.files[0].content;
    static_cast<void>(pass().run(reduction));
    ASSERT_EQ(testing::what_is_wrong(reduction.best()), "") << "from\n"
                                                            << original.files[0].content << "to\n"
                                                            << reduction.best().files[0].content << "with\n"
                                                            << reduction.best().files[1].content;
  }
}

TEST_P(ReductionPasses, SayWhetherTheyChangedAnything) {
  for (const core::Case& original : cases()) {
    Reduction reduction(original, always, small_budget(), true, {}, refutation(original));
    ASSERT_TRUE(reduction.start());
    const std::string before = reduction.best().files[0].content;
    const bool changed = pass().run(reduction);
    ASSERT_EQ(changed, reduction.best().files[0].content != before) << before;
  }
}

TEST_P(ReductionPasses, LeaveAlonePassingCandidates) {
  for (const core::Case& original : cases()) {
    bool started = false;
    const auto only_the_original = [&started](const core::Case&) { return !std::exchange(started, true); };
    Reduction reduction(original, only_the_original, small_budget(), true, {}, refutation(original));
    ASSERT_TRUE(reduction.start());
    const std::string before = reduction.best().files[0].content;
    EXPECT_FALSE(pass().run(reduction));
    ASSERT_EQ(reduction.best().files[0].content, before);
  }
}

TEST_P(ReductionPasses, ObeyTheBudget) {
  for (const core::Case& original : cases()) {
    std::size_t runs = 0;
    const auto count = [&runs](const core::Case&) { return ++runs > 0; };
    core::ReduceBudget budget;
    budget.max_runs = 3;
    Reduction reduction(original, count, budget, true, {}, refutation(original));
    ASSERT_TRUE(reduction.start());
    static_cast<void>(pass().run(reduction));
    ASSERT_LE(runs, 3U);
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, ReductionPasses, ::testing::Range(std::size_t{0}, reduction_pass_table().size()),
                         [](const auto& test) { return std::string(reduction_pass_table()[test.param].name); });

}  // namespace
}  // namespace assay::smt
