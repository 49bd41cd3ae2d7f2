// Results that are too large to be printed: the engine compares them itself (queryFuzz, section 3.9), or they are
// compared on the disk.

#include "datalog/fuzz/result/difference.hpp"

#include <gtest/gtest.h>

#include "fuzz_support.hpp"

namespace assay::datalog::testing {
namespace {

using core::Verdict;

bool prints_tuples(const Program& program, const Output& output) {
  for (RelationId id = 0; id < program.relations.size(); ++id)
    if (program.relations[id].arity() > 0 && output.present[id] && !output.relations[id].empty()) return true;
  return false;
}

/// An engine whose results are too large unless a flag is given.
Says of_flags_only(const Says& says) {
  return [says](const Program& program, const std::vector<std::string>& flags) {
    EngineAnswer answer = says(program, flags);
    if (answer.kind == EngineAnswer::Kind::Computed && prints_tuples(program, answer.output)) {
      answer = {};
      answer.kind = EngineAnswer::Kind::TooLarge;
      answer.reason = "output limit";
    }
    return answer;
  };
}

bool repeats_a_variable(const Atom& atom) {
  for (std::size_t i = 0; i < atom.arguments.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (atom.arguments[i].is_variable() && atom.arguments[i] == atom.arguments[j]) return true;
  return false;
}

/// A wrong engine: it drops rules that use a variable twice in a body atom.
EngineAnswer loses_self_joins(const Program& program, const std::vector<std::string>& flags) {
  Program wrong = program;
  std::erase_if(wrong.rules, [](const Rule& rule) {
    bool any = false;
    for_each_body_atom(rule, [&](const Atom& atom) { any = any || repeats_a_variable(atom); });
    return any;
  });
  return honest(wrong, flags);
}

FuzzOptions transforming(const Says& says) {
  FuzzOptions options = options_for(says);
  options.strategies = {"queryfuzz", "dlsmith", "rewrite"};
  return options;
}

struct Tally {
  int passed = 0;
  int wrong = 0;
  std::string detail;
};

Tally tally(const FuzzOptions& options, std::uint64_t cases) {
  const auto tester = tester_of(options);
  Tally tally;
  for (std::uint64_t i = 0; i < cases; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    const core::Trial trial = tester->run(*subject, 0, core::RunMode::Campaign, {});
    tally.passed += trial.verdict.outcome == Verdict::Outcome::Pass ? 1 : 0;
    if (!trial.verdict.is_bug()) continue;
    ++tally.wrong;
    EXPECT_EQ(trial.verdict.kind, core::BugKind::WrongResult);
    tally.detail = trial.verdict.detail;
  }
  return tally;
}

TEST(DatalogDifference, AnHonestEngineSeesNone) {
  const Tally got = tally(transforming(of_flags_only(honest)), 600);
  EXPECT_EQ(got.wrong, 0) << got.detail;
  EXPECT_GT(got.passed, 550);
}

TEST(DatalogDifference, TheEngineTellsItsOwnMistake) {
  const Tally got = tally(transforming(of_flags_only(loses_self_joins)), 600);
  EXPECT_GT(got.wrong, 0);
  EXPECT_NE(got.detail.find("too large to be printed"), std::string::npos) << got.detail;
}

TEST(DatalogDifference, TheMistakeIsReduced) {
  const auto tester = tester_of(transforming(of_flags_only(loses_self_joins)));
  for (std::uint64_t i = 0; i < 600; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    const core::Trial trial = tester->run(*subject, 0, core::RunMode::Campaign, {});
    if (!trial.verdict.is_bug()) continue;
    const core::Case reduced = tester->reduce(*subject, 0, trial.verdict, core::ReduceBudget{500, 120, {}});
    EXPECT_LT(shown(reduced).size(), shown(*subject).size());
    EXPECT_TRUE(tester->run(reduced, 0, core::RunMode::Fresh, {}).verdict.is_bug());
    return;
  }
  FAIL() << "the mistake was not seen";
}

/// An engine without negation, for which the results are too large to compare in memory.
FuzzOptions without_negation(const char* strategy, const Says& says) {
  FuzzOptions options = options_for(says);
  options.strategies = {strategy};
  options.engines[0].capabilities.negation = false;
  options.make_engine = [says](const EngineTarget&, const core::Limits&) {
    return std::make_unique<SayingEngine>(of_flags_only(says), says);
  };
  return options;
}

TEST(DatalogDifference, OtherwiseTheyAreComparedOnTheDisk) {
  for (const char* strategy : {"queryfuzz", "dlsmith", "rewrite", "reference", "options"}) {
    const Tally got = tally(without_negation(strategy, honest), 100);
    EXPECT_EQ(got.wrong, 0) << strategy << got.detail;
    EXPECT_GT(got.passed, 60) << strategy;
  }
}

/// The comparison on the disk gives the same verdicts as the comparison in memory, word for word.
TEST(DatalogDifference, TheDiskSaysWhatMemorySays) {
  int bugs = 0;
  for (const char* strategy : {"queryfuzz", "dlsmith", "rewrite", "reference", "options"}) {
    FuzzOptions in_memory = without_negation(strategy, loses_self_joins);
    const auto on_disk = tester_of(in_memory);
    in_memory.make_engine = [](const EngineTarget&, const core::Limits&) {
      return std::make_unique<SayingEngine>(loses_self_joins);
    };
    const auto other = tester_of(in_memory);
    for (std::uint64_t i = 0; i < 200; ++i) {
      const auto made = other->generate(i);
      static_cast<void>(on_disk->generate(i));  // reading a case again changes the numbers of its symbols
      const auto* subject = std::get_if<core::Case>(&made);
      if (subject == nullptr) continue;
      const Verdict wanted = other->run(*subject, 0, core::RunMode::Campaign, {}).verdict;
      const Verdict got = on_disk->run(*subject, 0, core::RunMode::Campaign, {}).verdict;
      EXPECT_EQ(got.outcome, wanted.outcome) << strategy << got.reason << wanted.reason;
      EXPECT_EQ(got.reason, wanted.reason);
      EXPECT_EQ(got.detail, wanted.detail);
      bugs += got.is_bug() ? 1 : 0;
    }
  }
  EXPECT_GT(bugs, 20);
}

TEST(DatalogDifference, TooLittleDiskIsASkip) {
  FuzzOptions options = without_negation("queryfuzz", honest);
  options.disk_bytes = 0;
  const auto tester = tester_of(options);
  const auto made = tester->generate(0);
  const core::Trial trial = tester->run(std::get<core::Case>(made), 0, core::RunMode::Campaign, {});
  EXPECT_EQ(trial.verdict.outcome, Verdict::Outcome::Skip);
  EXPECT_EQ(trial.verdict.reason, "a result takes more disk than --disk allows");
}

/// All pairs of 40 numbers, except pairs whose first number is `without`.
Program pairs_without(Value first) {
  Building made;
  std::vector<std::vector<Value>> numbers;
  for (Value i = 1; i <= 40; ++i) numbers.push_back({i});
  const RelationId a = made.relation("a", "n", numbers);
  const RelationId r = made.relation("r", "nn");
  made.rule({made.atom(r, {'x', 'y'})}, {made.atom(a, {'x'}), made.atom(a, {'y'}),
                                         Comparison{Comparator::NotEqual, Term::variable('x' - 'a', Type::Number),
                                                    Term::constant(first, Type::Number)}});
  return made.program;
}

class RealEngine : public ::testing::TestWithParam<const char*> {};

TEST_P(RealEngine, ComparesWhatItCannotPrint) {
  const auto targets = resolve_engines({GetParam()}, true);
  if (!targets) GTEST_SKIP() << GetParam() << " is not installed: large results are not tried on it";
  core::Limits limits;
  limits.output_bytes = 3000;
  const auto port = make_engine_port((*targets)[0], limits);
  const Program original = pairs_without(0);
  EXPECT_EQ(port->run(original, {}, true, {}).kind, EngineAnswer::Kind::TooLarge);
  const auto verdict = [&](const Program& transformed, Oracle expected) {
    const auto made = difference_program(original, transformed, {{"a", Oracle::Equal}, {"r", expected}});
    const auto& joined = std::get<DifferenceProgram>(made);
    const EngineAnswer answer = port->run(joined.program, {}, true, {});
    EXPECT_EQ(answer.kind, EngineAnswer::Kind::Computed) << answer.reason << answer.text;
    EXPECT_TRUE(has_all_flags(joined, answer.output));
    const auto wrong = compare_by_flags(original, joined, answer.output);
    return wrong ? wrong->reason : "as expected";
  };
  EXPECT_EQ(verdict(original, Oracle::Equal), "as expected");
  EXPECT_EQ(verdict(pairs_without(17), Oracle::Equal), "missing tuples");
  EXPECT_EQ(verdict(pairs_without(17), Oracle::Subset), "as expected");
  EXPECT_EQ(verdict(pairs_without(17), Oracle::Superset), "missing tuples");
}
INSTANTIATE_TEST_SUITE_P(DatalogDifference, RealEngine, ::testing::Values("muz", "clingo", "swipl", "souffle"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST(DatalogDifference, AFlagThatIsNotPrintedSaysNothing) {
  const Program original = pairs_without(0);
  const auto made = difference_program(original, original, {{"r", Oracle::Equal}});
  const auto& joined = std::get<DifferenceProgram>(made);
  Output output = honest(joined.program).output;
  EXPECT_TRUE(has_all_flags(joined, output));
  output.present[*joined.flags[0].extra] = false;
  EXPECT_FALSE(has_all_flags(joined, output));
}

TEST(DatalogDifference, SeedsStandInOneTextOnly) {
  Program seeded;
  seeded.seed = {"souffle", ".decl a(x:number)\n", {}};
  EXPECT_TRUE(std::holds_alternative<core::Skip>(difference_program(seeded, seeded, {})));
}

}  // namespace
}  // namespace assay::datalog::testing
