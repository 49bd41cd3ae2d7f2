// Reduced cases fail in the same way, are true (an honest engine passes them), and can be run from their text alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "datalog/fuzz/case/case_text.hpp"
#include "fuzz_support.hpp"

namespace assay::datalog::testing {
namespace {

EngineAnswer crashed(const std::string& reason) {
  EngineAnswer answer;
  answer.kind = EngineAnswer::Kind::Crashed;
  answer.reason = reason;
  return answer;
}

/// Negated literals are lost in rules with two positive atoms or more.
EngineAnswer loses_negation(const Program& program, const std::vector<std::string>&) {
  Program changed = program;
  for (Rule& rule : changed.rules) {
    const auto is_atom = [](const Literal& literal, bool negated) {
      const auto* atom = std::get_if<Atom>(&literal);
      return atom != nullptr && atom->negated == negated;
    };
    const auto positive =
        std::count_if(rule.body.begin(), rule.body.end(), [&](const Literal& one) { return is_atom(one, false); });
    if (positive > 1) std::erase_if(rule.body, [&](const Literal& one) { return is_atom(one, true); });
  }
  return honest(changed);
}

/// Ignores second occurrences of a variable in an atom.
EngineAnswer forgets_repetition(const Program& program, const std::vector<std::string>&) {
  Program changed = program;
  for (Rule& rule : changed.rules)
    for (Literal& literal : rule.body)
      if (auto* atom = std::get_if<Atom>(&literal); atom != nullptr && !atom->negated)
        for (std::size_t i = 0; i < atom->arguments.size(); ++i)
          for (std::size_t j = 0; j < i; ++j)
            if (atom->arguments[i].is_variable() && atom->arguments[i] == atom->arguments[j])
              atom->arguments[i] = Term::wildcard(atom->arguments[i].type);
  return honest(changed);
}

EngineAnswer crashes_on_less(const Program& program, const std::vector<std::string>& flags) {
  for (const Rule& rule : program.rules)
    for (const Literal& literal : rule.body)
      if (const auto* comparison = std::get_if<Comparison>(&literal);
          comparison != nullptr && comparison->comparator == Comparator::Less) {
        return crashed("signal 11");
      }
  return honest(program, flags);
}

/// Fails with a flag only.
EngineAnswer crashes_with_magic(const Program& program, const std::vector<std::string>& flags) {
  if (flags != std::vector<std::string>{"--magic"}) return honest(program);
  return crashed("magic");
}

/// Like muZ, whose bit-vectors have the width that the number of symbols needs.
EngineAnswer crashes_on_three_symbols(const Program& program, const std::vector<std::string>&) {
  return program.symbols.size() >= 3 ? crashed("three symbols") : honest(program);
}

struct Liar {
  std::string name;
  std::string strategy;
  EngineAnswer (*says)(const Program&, const std::vector<std::string>&);
  std::size_t most_rules;  ///< of a reduced program, most of the time
};
void PrintTo(const Liar& liar, std::ostream* out) { *out << liar.name << " by " << liar.strategy; }

struct DatalogReduction : ::testing::TestWithParam<Liar> {};

/// The first cases that fail.
std::vector<core::Case> failing_cases(core::Tester& tester, std::size_t count) {
  std::vector<core::Case> found;
  for (std::uint64_t i = 0; i < 3000 && found.size() < count; ++i) {
    auto made = tester.generate(i);
    auto* subject = std::get_if<core::Case>(&made);
    if (subject != nullptr && tester.run(*subject, 0, core::RunMode::Campaign, {}).verdict.is_bug())
      found.push_back(std::move(*subject));
  }
  return found;
}

std::size_t size_of(const core::Case& subject) {
  std::size_t size = 0;
  for (const core::File& file : subject.files) size += file.content.size();
  return size;
}

TEST_P(DatalogReduction, KeepsTheFailureAndTheTruth) {
  FuzzOptions options = options_for(GetParam().says);
  options.strategies = {GetParam().strategy};
  const auto tester = tester_of(options);
  const auto truth = tester_of(options_for(honest));
  const std::vector<core::Case> failing = failing_cases(*tester, 8);
  ASSERT_GE(failing.size(), 4U);
  std::size_t small = 0;
  for (const core::Case& subject : failing) {
    const core::Verdict wanted = tester->run(subject, 0, core::RunMode::Fresh, {}).verdict;
    ASSERT_TRUE(wanted.is_bug()) << shown(subject);
    core::ReduceBudget budget;
    budget.max_runs = 3000;
    const core::Case reduced = tester->reduce(subject, 0, wanted, budget);
    EXPECT_LE(size_of(reduced), size_of(subject)) << shown(reduced);
    EXPECT_EQ(reduced.index, subject.index);
    EXPECT_EQ(reduced.strategy, subject.strategy);
    // From its text alone, in another tester.
    core::Case text;
    text.files = reduced.files;
    text.metadata = reduced.metadata;
    const core::Trial again = tester_of(options)->run(text, 0, core::RunMode::Fresh, {});
    EXPECT_TRUE(again.verdict.is_bug()) << shown(reduced);
    EXPECT_EQ(again.verdict.kind, wanted.kind);
    EXPECT_EQ(again.verdict.reason, wanted.reason);
    const core::Trial honestly = truth->run(text, 0, core::RunMode::Fresh, {});
    EXPECT_EQ(honestly.verdict.outcome, core::Verdict::Outcome::Pass) << honestly.verdict.detail << shown(reduced);
    EXPECT_FALSE(tester->signature(reduced, 0, wanted).empty());
    EXPECT_EQ(tester->signature(reduced, 0, wanted), tester_of(options)->signature(text, 0, wanted));
    const auto open = open_case(text);
    ASSERT_TRUE(open.ok());
    small += open->original.rules.size() <= GetParam().most_rules ? 1 : 0;
  }
  EXPECT_GE(small * 4, failing.size() * 3);
}

INSTANTIATE_TEST_SUITE_P(Liars, DatalogReduction,
                         ::testing::Values(Liar{"negation", "reference", loses_negation, 2},
                                           Liar{"negation", "rewrite", loses_negation, 3},
                                           Liar{"negation", "mixed", loses_negation, 3},
                                           Liar{"repetition", "reference", forgets_repetition, 1},
                                           Liar{"repetition", "queryfuzz", forgets_repetition, 2},
                                           Liar{"less", "reference", crashes_on_less, 1},
                                           Liar{"less", "dlsmith", crashes_on_less, 2},
                                           Liar{"flag", "options", crashes_with_magic, 0},
                                           Liar{"symbols", "reference", crashes_on_three_symbols, 3},
                                           Liar{"symbols", "mixed", crashes_on_three_symbols, 3}),
                         [](const auto& instance) { return instance.param.name + "_" + instance.param.strategy; });

// Rewritten programs whose own results are wrong become cases of the reference.
TEST(DatalogSettling, AProgramThatIsWrongByItselfIsACaseByItself) {
  FuzzOptions options = options_for(loses_negation);
  options.strategies = {"rewrite"};
  const auto tester = tester_of(options);
  std::size_t settled = 0;
  for (const core::Case& subject : failing_cases(*tester, 4)) {
    std::vector<core::Trial> trials = {tester->run(subject, 0, core::RunMode::Fresh, {})};
    const std::optional<core::Case> alone = tester->settle(subject, trials, {});
    if (!alone) continue;
    ++settled;
    const Result<OpenCase> open = open_case(*alone);
    ASSERT_TRUE(open.ok());
    EXPECT_EQ(open->plan.question, Question::Reference);
    EXPECT_EQ(alone->index, subject.index);
    EXPECT_EQ(alone->strategy, subject.strategy);
    trials[0] = tester->run(*alone, 0, core::RunMode::Fresh, {});
    EXPECT_TRUE(trials[0].verdict.is_bug()) << shown(*alone);
    EXPECT_FALSE(tester->settle(*alone, trials, {})) << "it is settled";
    // Another target's crash on the case stays with the case.
    trials[0] = tester->run(subject, 0, core::RunMode::Fresh, {});
    trials[0].verdict.kind = core::BugKind::Crash;
    EXPECT_FALSE(tester->settle(subject, trials, {}));
  }
  EXPECT_GT(settled, 0U);
  EXPECT_FALSE(tester->settle({}, {}, {}));
}

TEST(DatalogReductionBudget, NoRunsLeaveTheCaseAsItIs) {
  const auto tester = tester_of(options_for(loses_negation));
  const std::vector<core::Case> failing = failing_cases(*tester, 3);
  for (const core::Case& subject : failing) {
    const core::Verdict wanted = tester->run(subject, 0, core::RunMode::Fresh, {}).verdict;
    core::ReduceBudget budget;
    budget.max_runs = 0;
    const core::Case same = tester->reduce(subject, 0, wanted, budget);
    EXPECT_EQ(shown(same), shown(subject));
  }
}

/// The programs of a reduction that used up its runs are kept as far as they fail.
TEST(DatalogReductionBudget, WhatFewRunsReachedIsKept) {
  FuzzOptions options = options_for(loses_negation);
  options.strategies = {"mixed"};
  const auto tester = tester_of(options);
  std::size_t smaller = 0;
  const std::vector<core::Case> failing = failing_cases(*tester, 8);
  for (const core::Case& subject : failing) {
    const core::Verdict wanted = tester->run(subject, 0, core::RunMode::Fresh, {}).verdict;
    core::ReduceBudget budget;
    budget.max_runs = 25;
    const core::Case reduced = tester->reduce(subject, 0, wanted, budget);
    EXPECT_TRUE(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.is_bug()) << shown(reduced);
    smaller += 2 * size_of(reduced) < size_of(subject) ? 1 : 0;
  }
  EXPECT_GE(smaller * 2, failing.size());
}

/// Crashes on each program with two rules or more, and on a smaller one the first time only.
TEST(DatalogReductionDirection, SmallCasesThatFailOnceGiveWayToLargerOnesThatFailAgain) {
  const auto asked = std::make_shared<std::map<std::string, int>>();
  FuzzOptions options = options_for([asked](const Program& program, const std::vector<std::string>&) {
    const bool again = (*asked)[souffle_text(program)]++ > 0;
    return again && program.rules.size() < 2 ? honest(program) : crashed("two rules");
  });
  options.strategies = {"reference"};
  const auto tester = tester_of(options);
  for (const core::Case& subject : failing_cases(*tester, 4)) {
    const core::Verdict wanted = tester->run(subject, 0, core::RunMode::Fresh, {}).verdict;
    if (!wanted.is_bug()) continue;
    const core::Case reduced = tester->reduce(subject, 0, wanted, {});
    EXPECT_TRUE(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.is_bug()) << shown(reduced);
    EXPECT_LT(size_of(reduced), size_of(subject));
    const auto open = open_case(reduced);
    ASSERT_TRUE(open.ok());
    EXPECT_EQ(open->original.rules.size(), 2U) << shown(reduced);
  }
}

}  // namespace
}  // namespace assay::datalog::testing
