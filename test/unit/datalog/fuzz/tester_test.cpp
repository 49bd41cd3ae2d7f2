// The tester: a case is a function of its index, the engine's answer decides the verdict, and a case's text is enough
// to run it again.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "datalog/fuzz/case/contradiction.hpp"
#include "datalog/fuzz/case/datalog_cases.hpp"
#include "fuzz_support.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::datalog::testing {
namespace {

using core::BugKind;
using core::Verdict;

/// The case's text, labels and names.
std::string content_of(const std::variant<core::Case, core::Skip>& made) {
  if (const auto* skip = std::get_if<core::Skip>(&made)) return "skip: " + skip->reason;
  const auto& subject = std::get<core::Case>(made);
  std::string text = shown(subject) + subject.group;
  for (const std::string& label : subject.labels) text += "\n" + label;
  return text;
}

TEST(DatalogTester, ControlsPassOnAnHonestEngine) {
  const auto module = module_of(options_for(honest));
  const auto tester = std::move(*module->make_tester());
  ASSERT_GE(module->controls().size(), 2U);
  bool planted = false;
  for (const core::Control& control : module->controls()) {
    const core::Trial trial = tester->run(control.subject, control.target, core::RunMode::Fresh, {});
    EXPECT_EQ(trial.verdict.outcome, control.expected.outcome) << control.name << trial.verdict.reason;
    if (control.expected.is_bug()) {
      EXPECT_EQ(trial.verdict.kind, control.expected.kind);
    }
    planted = planted || control.expected.is_bug();
  }
  EXPECT_TRUE(planted);
}

TEST(DatalogTester, CostlyTargetsHaveFewerTurns) {
  const auto turns = [](const std::vector<double>& costs) {
    std::vector<EngineTarget> targets(costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i) targets[i].definition.cost = costs[i];
    return turns_by_cost(targets);
  };
  using Turns = std::vector<std::size_t>;
  EXPECT_EQ(turns({1}), (Turns{0}));
  EXPECT_EQ(turns({70}), (Turns{0}));
  EXPECT_EQ(turns({1, 1, 1}), (Turns{0, 1, 2}));
  EXPECT_EQ(turns({80, 80}), (Turns{0, 1}));
  EXPECT_EQ(turns({5, 1}), (Turns{1, 1, 0, 1, 1, 1}));
  const Turns far = turns({1, 1000});
  EXPECT_EQ(far.size(), 51U);
  EXPECT_EQ(std::count(far.begin(), far.end(), 1U), 1);
}

TEST(DatalogTester, CasesAreAFunctionOfTheIndex) {
  constexpr std::uint64_t kCases = 300;
  std::vector<std::string> in_order;
  const auto first = tester_of(options_for(honest));
  for (std::uint64_t i = 0; i < kCases; ++i) in_order.push_back(content_of(first->generate(i)));
  std::vector<std::uint64_t> order(kCases);
  std::iota(order.begin(), order.end(), 0);
  core::Rng rng(1);
  rng.shuffle(order);
  const auto second = tester_of(options_for(honest));
  for (const std::uint64_t i : order) {
    const auto made = second->generate(i);
    EXPECT_EQ(content_of(made), in_order[i]);
    // Runs in between change nothing either.
    if (const auto* subject = std::get_if<core::Case>(&made); subject != nullptr && i % 7 == 0)
      static_cast<void>(second->run(*subject, 0, core::RunMode::Campaign, {}));
  }
}

TEST(DatalogTester, SeedsGiveDifferentCases) {
  FuzzOptions options = options_for(honest);
  const auto one = tester_of(options);
  options.seed = 2;
  const auto two = tester_of(options);
  int same = 0;
  for (std::uint64_t i = 0; i < 50; ++i) same += content_of(one->generate(i)) == content_of(two->generate(i)) ? 1 : 0;
  EXPECT_LE(same, 2);
}

TEST(DatalogTester, EveryStrategyMakesCases) {
  for (const auto& [name, help] : fuzz_strategies()) {
    if (name == "history") continue;  // for SQL engines only
    EXPECT_FALSE(help.empty());
    FuzzOptions options = options_for(honest);
    options.strategies = {std::string(name)};
    const auto tester = tester_of(options);
    int passed = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
      const auto made = tester->generate(i);
      const auto* subject = std::get_if<core::Case>(&made);
      if (subject == nullptr) continue;
      EXPECT_EQ(subject->strategy, name);
      const core::Trial trial = tester->run(*subject, 0, core::RunMode::Campaign, {});
      EXPECT_FALSE(trial.verdict.is_bug()) << trial.verdict.detail << shown(*subject);
      passed += trial.verdict.outcome == Verdict::Outcome::Pass ? 1 : 0;
    }
    EXPECT_GT(passed, 80) << name;
  }
}

/// An engine that always gives this answer.
Says always(EngineAnswer::Kind kind, const std::string& reason) {
  return [=](const Program&, const std::vector<std::string>&) {
    EngineAnswer answer;
    answer.kind = kind;
    answer.reason = reason;
    answer.text = "the text";
    return answer;
  };
}

/// The verdict on the first case that can be made.
core::Trial first_trial(const FuzzOptions& options) {
  const auto tester = tester_of(options);
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto made = tester->generate(i);
    if (const auto* subject = std::get_if<core::Case>(&made))
      return tester->run(*subject, 0, core::RunMode::Campaign, {});
  }
  ADD_FAILURE() << "no case";
  return {};
}

TEST(DatalogTester, TellsWhichOfTwoProgramsTheRunRead) {
  const auto runs = std::make_shared<int>(0);
  FuzzOptions options = options_for([runs](const Program& program, const std::vector<std::string>& flags) {
    EngineAnswer answer = honest(program, flags);
    if (++*runs == 1) return answer;
    answer.kind = EngineAnswer::Kind::Crashed;
    answer.reason = "signal 11";
    return answer;
  });
  options.strategies = {"dlsmith"};
  const core::Trial second = first_trial(options);
  EXPECT_EQ(second.verdict.kind, BugKind::Crash);
  EXPECT_EQ(second.input, "transformed.dl");
  *runs = 1;
  const core::Trial first = first_trial(options);
  EXPECT_EQ(first.verdict.kind, BugKind::Crash);
  EXPECT_EQ(first.input, "");
}

TEST(DatalogTester, AnswersWithoutAResult) {
  using Kind = EngineAnswer::Kind;
  for (const Kind kind : {Kind::Limited, Kind::TooLarge, Kind::Skipped, Kind::Cancelled}) {
    const core::Trial trial = first_trial(options_for(always(kind, "because")));
    EXPECT_EQ(trial.verdict.outcome, Verdict::Outcome::Skip);
    EXPECT_EQ(trial.verdict.reason, "because");
  }
  const core::Trial crash = first_trial(options_for(always(Kind::Crashed, "signal 11")));
  EXPECT_EQ(crash.verdict.kind, BugKind::Crash);
  EXPECT_EQ(crash.verdict.reason, "signal 11");
  EXPECT_EQ(crash.output, "the text");
  const core::Trial rejected = first_trial(options_for(always(Kind::Rejected, "syntax")));
  EXPECT_TRUE(rejected.verdict.is_bug());
  EXPECT_EQ(rejected.verdict.kind, BugKind::RejectsValid);
}

TEST(DatalogTester, KnownBugsAreCountedNotReported) {
  FuzzOptions options = options_for(always(EngineAnswer::Kind::Crashed, "signal 11"));
  options.engines[0].definition.known_bugs = {{"https://example.org/7", {"crash"}, "the te.t"}};
  const core::Trial known = first_trial(options);
  EXPECT_EQ(known.verdict.outcome, Verdict::Outcome::Skip);
  EXPECT_EQ(known.verdict.reason, "known bug: https://example.org/7");
  options.engines[0].definition.known_bugs[0].kinds = {"wrong-result"};
  EXPECT_TRUE(first_trial(options).verdict.is_bug());
  options.engines[0].definition.known_bugs = {{"https://example.org/8", {}, "\\.decl"}};
  EXPECT_EQ(first_trial(options).verdict.reason, "known bug: https://example.org/8");
}

Rule rule_of(const std::string& body) {
  const auto program = parse_souffle(".decl e(x:number, y:number)\n.decl r()\nr() :- " + body + ".\n", "r.dl");
  EXPECT_TRUE(program.ok()) << body;
  return program ? program->rules.at(0) : Rule();
}

TEST(DatalogContradiction, IsSeenThroughEqualitiesAndWildcards) {
  for (const char* body : {"e(x, y), !e(x, y)", "!e(1, x), e(1, x)", "e(x, y), x = y, !e(y, x)",
                           "e(x, y), y = 2, !e(x, 2)", "e(x, y), !e(_, _)", "e(x, y), y = z, z = x, !e(z, z)"})
    EXPECT_TRUE(contradicts(rule_of(body))) << body;
  for (const char* body : {"e(x, y), !e(y, x)", "e(1, x), !e(2, x)", "e(x, y), x != y, !e(y, x)", "e(x, _), !e(x, x)",
                           "e(x, y), e(y, x)", "e(x, y), y < 2, !e(x, 2)"})
    EXPECT_FALSE(contradicts(rule_of(body))) << body;
}

/// Like muZ: a rule with an atom and its negation derives tuples as if the negation were missing.
Program with_contradictions_that_hold(Program program) {
  for (Rule& rule : program.rules)
    if (contradicts(rule))
      std::erase_if(rule.body, [](const Literal& literal) {
        const auto* atom = std::get_if<Atom>(&literal);
        return atom != nullptr && atom->negated;
      });
  return program;
}

TEST(DatalogTester, AKnownContradictionHidesNoOtherBug) {
  const auto bugs_and_known = [](const Says& says) {
    FuzzOptions options = options_for(says);
    options.strategies = {"reference", "rewrite"};
    options.engines[0].definition.known_bugs = {{"contradictions", {"wrong-result"}, "^feature: an atom and its neg"}};
    const auto tester = tester_of(options);
    std::pair<int, int> counts;
    for (std::uint64_t i = 0; i < 400; ++i) {
      const auto made = tester->generate(i);
      const auto* subject = std::get_if<core::Case>(&made);
      if (subject == nullptr) continue;
      const core::Trial trial = tester->run(*subject, 0, core::RunMode::Campaign, {});
      counts.first += trial.verdict.is_bug() ? 1 : 0;
      counts.second += trial.verdict.reason == "known bug: contradictions" ? 1 : 0;
    }
    return counts;
  };
  const auto known = bugs_and_known([](const Program& program, const std::vector<std::string>&) {
    return honest(with_contradictions_that_hold(program));
  });
  EXPECT_EQ(known.first, 0);
  EXPECT_GT(known.second, 3);
  // The other bug: facts of the first relation are lost.
  const Says both = [](const Program& program, const std::vector<std::string>&) {
    Program changed = with_contradictions_that_hold(program);
    changed.relations[0].facts = {};
    changed.relations[0].facts.arity = changed.relations[0].arity();
    return honest(changed);
  };
  const auto found = bugs_and_known(both);
  EXPECT_GT(found.first, 20);
}

TEST(DatalogTester, AWrongResultWithoutOptionsIsOneCauseForAllStrategies) {
  // Wrong without the flag, right with the flag.
  const auto tester = tester_of(options_for([](const Program& program, const std::vector<std::string>& flags) {
    return honest(flags.empty() ? with_contradictions_that_hold(program) : program);
  }));
  core::Case subject;
  subject.files = {{"original.dl", ".decl e(x:number)\n.decl r(x:number)\n.output r\ne(1).\nr(x) :- e(x), !e(x).\n"}};
  std::vector<std::string> signatures;
  for (const char* plan :
       {R"({"output":"r","question":"reference"})", R"({"output":"r","question":"options","sweep":0})"}) {
    subject.metadata = plan;
    const core::Trial trial = tester->run(subject, 0, core::RunMode::Fresh, {});
    ASSERT_TRUE(trial.verdict.is_bug()) << plan;
    signatures.push_back(tester->signature(subject, 0, trial.verdict));
  }
  EXPECT_EQ(signatures[0], signatures[1]);
  // Right without the flag: the flag is the cause.
  const auto flagged = tester_of(options_for([](const Program& program, const std::vector<std::string>& flags) {
    return honest(flags.empty() ? program : with_contradictions_that_hold(program));
  }));
  const core::Trial trial = flagged->run(subject, 0, core::RunMode::Fresh, {});
  ASSERT_TRUE(trial.verdict.is_bug());
  EXPECT_NE(flagged->signature(subject, 0, trial.verdict).find("magic"), std::string::npos);
}

// SQLite goes on with floats where a product exceeds 64 bits.
TEST(DatalogTester, UnreadableOutputIsNoBugWhereANumberLeavesItsWidth) {
  const auto tester = tester_of(options_for([](const Program&, const std::vector<std::string>&) {
    EngineAnswer answer;
    answer.kind = EngineAnswer::Kind::Crashed;
    answer.is_unreadable = true;
    answer.reason = "output that cannot be read: a column of whole numbers has a float";
    return answer;
  }));
  core::Case subject;
  subject.metadata = R"({"output":"r","question":"reference"})";
  const auto verdict_on = [&](const std::string& fact, const std::string& choice = {}) {
    subject.files = {{"original.dl", ".decl e(x:number)\n.decl r(x:number)" + choice + "\n.output r\ne(" + fact +
                                         ").\nr(y) :- e(x), y = x * x * x * x * x * x * x * x.\n"}};
    return tester->run(subject, 0, core::RunMode::Fresh, {}).verdict;
  };
  EXPECT_EQ(verdict_on("2").kind, core::BugKind::Crash);
  EXPECT_EQ(verdict_on("100000").outcome, core::Verdict::Outcome::Skip);
  EXPECT_EQ(verdict_on("2", " choice-domain x").kind, core::BugKind::Crash) << "no value, but no overflow either";
}

TEST(DatalogTester, WhatATargetLacksIsSkipped) {
  FuzzOptions options = options_for(honest);
  options.engines.push_back(target_named("plain"));
  options.engines[1].capabilities.negation = false;
  options.engines[1].capabilities.aggregates = false;
  const auto tester = tester_of(options);
  std::map<std::string, int> reasons;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    EXPECT_FALSE(tester->run(*subject, 0, core::RunMode::Campaign, {}).verdict.is_bug());
    const core::Trial plain = tester->run(*subject, 1, core::RunMode::Campaign, {});
    EXPECT_FALSE(plain.verdict.is_bug());
    ++reasons[plain.verdict.reason];
  }
  EXPECT_GT(reasons["target lacks negation"], 0);
  EXPECT_GT(reasons[""], 0);
}

TEST(DatalogTester, OptionsThatChangeTheResultAreNamed) {
  FuzzOptions options = options_for([](const Program& program, const std::vector<std::string>& flags) {
    EngineAnswer answer = honest(program);
    for (Tuples& relation : answer.output.relations)
      if (!flags.empty() && flags[0] == "-j" && !relation.empty()) relation.remove(relation.count - 1);
    return answer;
  });
  options.strategies = {"options"};
  const auto tester = tester_of(options);
  int found = 0;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    const core::Trial trial = tester->run(*subject, 0, core::RunMode::Campaign, {});
    if (!trial.verdict.is_bug()) continue;
    ++found;
    EXPECT_TRUE(
        trial.verdict.detail.starts_with("one program, two command lines (jobs):\n  fake < original.dl\n"
                                         "  fake -j 4 < original.dl\nrelation "))
        << trial.verdict.detail;
    EXPECT_EQ(trial.command, (std::vector<std::string>{"fake", "-j", "4"}));
  }
  EXPECT_GT(found, 10);
  options.engines[0].definition.sweeps.clear();
  const auto none = tester_of(options)->generate(0);
  ASSERT_TRUE(std::holds_alternative<core::Skip>(none));
  EXPECT_EQ(std::get<core::Skip>(none).reason, "no strategy that was asked for applies to the seed and the target");
}

TEST(DatalogTester, WhatCannotBeReadIsSkipped) {
  const auto tester = tester_of(options_for(honest));
  core::Case broken;
  EXPECT_EQ(tester->run(broken, 0, core::RunMode::Fresh, {}).verdict.reason, "the case cannot be read");
  broken.metadata = R"({"question": "metamorphic", "expect": []})";
  broken.files = {{"original.dl", ".decl r(a:number)\n.output r\nr(1).\n"}};
  EXPECT_EQ(tester->run(broken, 0, core::RunMode::Fresh, {}).verdict.reason, "the case cannot be read");
}

TEST(DatalogModule, NamesWhatItHas) {
  FuzzOptions options = options_for(honest);
  options.strategies = {"rewrite", "reference"};
  const auto module = module_of(options);
  EXPECT_EQ(module->name(), "datalog-fuzz");
  FuzzOptions other = options;
  other.strategies = {"reference", "rewrite"};
  const auto tester = tester_of(options);
  const auto same = tester_of(other);
  std::set<std::string> names;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const auto made = tester->generate(i);
    EXPECT_EQ(content_of(made), content_of(same->generate(i))) << "in registry order";
    if (const auto* subject = std::get_if<core::Case>(&made)) names.insert(subject->strategy);
  }
  EXPECT_EQ(names, (std::set<std::string>{"reference", "rewrite"}));
  ASSERT_EQ(module->targets().size(), 1U);
  EXPECT_EQ(module->targets()[0].name, "fake");
  options.strategies = {"odd"};
  const auto wrong = make_fuzz_module(options, {});
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("'odd'"), std::string::npos);
}

TEST(DatalogModule, TheFingerprintIsOfWhatCasesDependOn) {
  const auto print = [](const FuzzOptions& options) { return module_of(options)->fingerprint(); };
  const FuzzOptions options = options_for(honest);
  FuzzOptions limits = options;
  limits.limits.wall_seconds = 3;
  limits.style = EngineStyle::Persistent;
  limits.disk_bytes = 5;
  EXPECT_EQ(print(limits), print(options));
  FuzzOptions seed = options;
  seed.seed = 2;
  EXPECT_NE(print(seed), print(options));
  FuzzOptions generate = options;
  generate.generate.atoms = 7;
  EXPECT_NE(print(generate), print(options));
  // Shards run on machines where engines and seeds lie in different places.
  FuzzOptions elsewhere = options;
  elsewhere.targets = {"mine:souffle=/usr/local/bin/souffle -j4"};
  elsewhere.seeds = {"/home/me/seeds"};
  EXPECT_EQ(print(elsewhere), print(options));
  FuzzOptions lacking = options;
  lacking.engines.at(0).definition.lacks = {"negation"};
  EXPECT_NE(print(lacking), print(options));
}

TEST(DatalogOptionTable, HoldsWhatTablesPromise) { core::option_checks::check_option_table(fuzz_option_table()); }

TEST(DatalogOptions, ComeBackFromToml) {
  FuzzOptions options;
  options.seed = 0xffff'ffff'ffff'ffff;
  options.targets = {"muz", "mine:souffle=/bin/souffle -j4"};
  options.seeds = {"/a b/c.dl"};
  options.strategies = {"rewrite"};
  options.sequence = 100;
  options.style = EngineStyle::Library;
  options.generate.negation = 77;
  options.generate.limits.tuples = 123;
  options.limits.wall_seconds = 2.5;
  options.disk_bytes = std::uint64_t{7} << 20;
  const auto read = fuzz_option_table().from_toml(fuzz_option_table().to_toml(options));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(fuzz_option_table().to_toml(*read), fuzz_option_table().to_toml(options));
  EXPECT_EQ(read->seed, options.seed);
  EXPECT_EQ(read->targets, options.targets);
  EXPECT_EQ(read->disk_bytes, options.disk_bytes);
  EXPECT_EQ(read->style, EngineStyle::Library);
  EXPECT_EQ(read->generate.negation, 77U);
  EXPECT_EQ(read->generate.limits.tuples, 123U);
  EXPECT_DOUBLE_EQ(read->limits.wall_seconds, 2.5);
  EXPECT_FALSE(fuzz_option_table().from_toml("sequence = \"x\"\n").ok());
  EXPECT_FALSE(fuzz_option_table().from_toml("style = \"x\"\n").ok());
  EXPECT_FALSE(fuzz_option_table().from_toml("sequence = [").ok());
}

}  // namespace
}  // namespace assay::datalog::testing
