// Results that are compared on the disk: against the comparison in memory, and an engine that prints millions of
// tuples.

#include "datalog/fuzz/result/large_results.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz_support.hpp"
#include "unit/datalog/engine/engine_support.hpp"

namespace assay::datalog::testing {
namespace {

using Expectations = std::vector<std::pair<std::string, Oracle>>;

/// Relations with numbers, symbols and nothing, each of them printed.
Program three_relations(core::Rng& rng) {
  Building built;
  for (const auto& [name, types] : {std::pair{"pairs", "ns"}, {"flag", ""}, {"words", "s"}})
    built.program.relations[built.relation(name, types)].is_output = true;
  built.program.symbols = {"a", "b", "c"};
  rng.shuffle(built.program.symbols);
  rng.shuffle(built.program.relations);
  return built.program;
}

Output random_output(const Program& program, core::Rng& rng) {
  Output output;
  output.symbols = program.symbols;
  output.symbols.insert(output.symbols.end(), {"d", "e"});
  for (const Relation& relation : program.relations) {
    Tuples& tuples = output.relations.emplace_back();
    tuples.arity = relation.arity();
    for (std::uint64_t i = rng.below(60); i > 0; --i) {
      std::vector<Value> tuple;
      for (const Attribute& attribute : relation.attributes)
        tuple.push_back(attribute.type == Type::Symbol ? static_cast<Value>(rng.below(5)) : rng.between(-2, 2));
      tuples.add(tuple);
    }
    tuples.sort();
    output.present.push_back(!rng.percent(10));
  }
  return output;
}

TEST(DatalogLargeResults, AreJudgedAsInMemory) {
  constexpr Oracle kAll[] = {Oracle::Equal, Oracle::Superset, Oracle::Subset, Oracle::Unknown};
  core::Rng rng(3);
  int wrong = 0;
  for (int round = 0; round < 2000; ++round) {
    const Program original = three_relations(rng);
    const Program transformed = three_relations(rng);
    const Output left = random_output(original, rng);
    const bool same = rng.percent(30);
    const Program& other = same ? original : transformed;
    const Output right = same ? left : random_output(other, rng);
    Expectations expectations;
    for (const char* name : {"words", "pairs", "flag", "gone"}) expectations.emplace_back(name, kAll[rng.below(4)]);
    DiskBudget disk(1U << 20);
    LargeComparison comparison(original, other, expectations, disk, {}, static_cast<std::size_t>(rng.below(2000)));
    ASSERT_TRUE(add_all(left.relations, left.symbols, comparison.original()).ok());
    ASSERT_TRUE(add_all(right.relations, right.symbols, comparison.transformed()).ok());
    const auto got = comparison.verdict(left.present, right.present, {});
    ASSERT_TRUE(got.ok());
    const auto wanted = compare_results({&original, &left}, {&other, &right}, expectations);
    ASSERT_EQ(got->has_value(), wanted.has_value());
    if (!wanted) continue;
    ++wrong;
    EXPECT_EQ((*got)->reason, wanted->reason);
    // Which tuples are listed first depends on the order of the symbols; the counts do not.
    EXPECT_EQ((*got)->detail.substr(0, (*got)->detail.find("  ")), wanted->detail.substr(0, wanted->detail.find("  ")));
  }
  EXPECT_GT(wrong, 300);
  EXPECT_LT(wrong, 1900);
}

TEST(DatalogLargeResults, TooManySymbolsAreRefused) {
  Building built;
  built.relation("words", "s");
  DiskBudget disk(1U << 20);
  LargeComparison comparison(built.program, built.program, {{"words", Oracle::Equal}}, disk);
  const std::vector<std::string> symbols(20, std::string(1U << 20, 'x'));
  std::vector<std::string> distinct = symbols;
  for (std::size_t i = 0; i < distinct.size(); ++i) distinct[i] += std::to_string(i);
  const Value first = 0;
  EXPECT_TRUE(comparison.original().add(0, &first, symbols).ok());
  const Status refused = comparison.transformed().add(0, &first, distinct);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "a result has too many symbols");
}

TEST(DatalogLargeResults, AStopEndsTheComparison) {
  Building built;
  built.relation("r", "n");
  DiskBudget disk(std::uint64_t{1} << 30);
  LargeComparison comparison(built.program, built.program, {{"r", Oracle::Superset}}, disk);
  for (Value i = 0; i < 200'000; ++i) ASSERT_TRUE(comparison.transformed().add(0, &i, {}).ok());
  std::stop_source stop;
  stop.request_stop();
  const auto got = comparison.verdict({true}, {true}, stop.get_token());
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().message, "cancelled");
}

/// A field of /proc/self/status, in MiB.
std::uint64_t status_mebibytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field + ":")) return std::stoull(line.substr(field.size() + 1)) / 1024;
  return 0;
}

class DatalogLargeEngine : public ::testing::Test {
 protected:
  /// An engine without negation that prints `count` numbers; it loses number 1000000 if the program has a line like
  /// `but`.
  FuzzOptions printing(const std::string& count, const std::string& but) {
    const std::string print = "printf -- '---------------\\nr1\\n===============\\n'\n";
    const std::string end = "printf -- '===============\\n'\n";
    const std::string lie =
        "if grep -q '" + but + "' \"$1\"; then seq " + count + " | sed 1000000d; else seq " + count + "; fi\n";
    const std::string path = scripts_.definition(print + lie + end, "lacks = [\"negation\"]\n");
    FuzzOptions options;
    options.targets = {path};
    options.limits.wall_seconds = 120;
    return options;
  }

  static core::Case metamorphic(const std::string& expected) {
    const std::string program = ".decl in0(a:number)\n.decl r1(a:number)\n.output r1\nin0(1).\nr1(x) :- in0(x).\n";
    core::Case subject;
    subject.metadata = R"({"question": "metamorphic", "expect": [["r1", ")" + expected + "\"]]}";
    subject.files = {{"original.dl", program}, {"transformed.dl", program + "r1(x) :- in0(x), x = 1.\n"}};
    return subject;
  }

  Scripts scripts_;
};

TEST_F(DatalogLargeEngine, OneLieAmongMillionsIsFoundInLittleMemory) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const std::string many = "6000000";
#else
  const std::string many = "1200000";  // the memory of a sanitized program has no meaning
#endif
  const auto tester = tester_of(printing(many, "= 1"));
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak is counted from here on
  const std::uint64_t before = status_mebibytes("VmRSS");
  const core::Trial trial = tester->run(metamorphic("equal"), 0, core::RunMode::Fresh, {});
  const std::uint64_t peak = status_mebibytes("VmHWM");
  EXPECT_EQ(trial.verdict.reason, "missing tuples") << trial.verdict.detail << trial.output;
  EXPECT_NE(trial.verdict.detail.find("missing 1:\n  r1(1000000)\n"), std::string::npos) << trial.verdict.detail;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(peak, before + 64) << "a text alone has 46 MB, and its tuples as much again";
#else
  EXPECT_GT(peak, before);
#endif
}

TEST_F(DatalogLargeEngine, ContainmentIsOneWay) {
  const auto tester = tester_of(printing("1500000", "= 1"));
  EXPECT_EQ(tester->run(metamorphic("superset"), 0, core::RunMode::Fresh, {}).verdict.reason, "missing tuples");
  EXPECT_EQ(tester->run(metamorphic("subset"), 0, core::RunMode::Fresh, {}).verdict.outcome,
            core::Verdict::Outcome::Pass);
}

TEST_F(DatalogLargeEngine, AnHonestOnePasses) {
  const auto tester = tester_of(printing("2000000", "none of this"));
  EXPECT_EQ(tester->run(metamorphic("equal"), 0, core::RunMode::Fresh, {}).verdict.outcome,
            core::Verdict::Outcome::Pass);
}

TEST_F(DatalogLargeEngine, LittleDiskIsASkip) {
  FuzzOptions options = printing("2000000", "= 1");
  for (const std::uint64_t megabytes : {1U, 20U, 40U}) {  // the text, the first result, and the second one
    options.disk_bytes = megabytes << 20;
    const core::Trial trial = tester_of(options)->run(metamorphic("equal"), 0, core::RunMode::Fresh, {});
    EXPECT_EQ(trial.verdict.outcome, core::Verdict::Outcome::Skip);
    EXPECT_EQ(trial.verdict.reason, "a result takes more disk than --disk allows") << megabytes;
  }
}

TEST_F(DatalogLargeEngine, OneWithoutEndIsKilledAtTheLimit) {
  FuzzOptions options;
  options.targets = {scripts_.definition("printf -- '---------------\\nr1\\n===============\\n'\nyes 1\n",
                                         "lacks = [\"negation\"]\n")};
  options.limits.wall_seconds = 120;
  options.disk_bytes = std::uint64_t{64} << 20;
  const core::Trial trial = tester_of(options)->run(metamorphic("equal"), 0, core::RunMode::Fresh, {});
  EXPECT_EQ(trial.verdict.reason, "a result takes more disk than --disk allows");
  EXPECT_LT(trial.wall_seconds, 60);
}

TEST_F(DatalogLargeEngine, WhatItSaysBesidesIsStillJudged) {
  const std::string millions = "printf -- '---------------\\nr1\\n===============\\n'\nseq 2000000\n";
  for (const auto& [rest, reason] :
       {std::pair{"kill -SEGV $$\n", "signal 11"}, {"printf 'no number\\n'\n", "output that cannot be read"}}) {
    FuzzOptions options;
    options.targets = {scripts_.definition(millions + rest, "lacks = [\"negation\"]\n")};
    options.limits.wall_seconds = 120;
    const core::Trial trial = tester_of(options)->run(metamorphic("equal"), 0, core::RunMode::Fresh, {});
    EXPECT_EQ(trial.verdict.kind, core::BugKind::Crash);
    EXPECT_TRUE(trial.verdict.reason.starts_with(reason)) << trial.verdict.reason;
    EXPECT_LT(trial.output.size(), 100'000U);
  }
}

class RealLargeEngine : public ::testing::TestWithParam<const char*> {};

/// All pairs of 12 numbers (Racket takes long for more), read from memory and from the disk.
TEST_P(RealLargeEngine, SaysTheSameByWayOfTheDisk) {
  const auto targets = resolve_engines({GetParam()}, true);
  if (!targets) GTEST_SKIP() << GetParam() << " is not installed: large results are not tried on it";
  Building made;
  std::vector<std::vector<Value>> numbers;
  for (Value i = 1; i <= 12; ++i) numbers.push_back({i});
  const RelationId a = made.relation("a", "n", numbers);
  const RelationId r = made.relation("r", "nn");
  made.program.relations[r].is_output = true;
  made.rule({made.atom(r, {'x', 'y'})}, {made.atom(a, {'x'}), made.atom(a, {'y'})});
  const auto port = make_engine_port((*targets)[0], {.wall_seconds = 60});
  const EngineAnswer in_memory = port->run(made.program, {}, true, {});
  ASSERT_EQ(in_memory.kind, EngineAnswer::Kind::Computed) << in_memory.reason << in_memory.text;
  ASSERT_EQ(in_memory.output.relations[r].count, 144U);
  DiskBudget disk(1U << 20);
  LargeComparison comparison(made.program, made.program, {{"r", Oracle::Equal}}, disk, {}, 1000);
  ASSERT_TRUE(add_all(in_memory.output.relations, in_memory.output.symbols, comparison.original()).ok());
  const EngineAnswer on_disk = port->run_large(made.program, {}, comparison.transformed(), disk, {});
  ASSERT_EQ(on_disk.kind, EngineAnswer::Kind::Computed) << on_disk.reason << on_disk.text;
  EXPECT_EQ(on_disk.output.present, in_memory.output.present);
  const auto verdict = comparison.verdict(in_memory.output.present, on_disk.output.present, {});
  ASSERT_TRUE(verdict.ok());
  EXPECT_FALSE(verdict->has_value()) << (*verdict)->detail;
}
INSTANTIATE_TEST_SUITE_P(DatalogLargeResults, RealLargeEngine,
                         ::testing::Values("muz", "bddbddb", "clingo", "swipl", "racket", "cozo", "ascent", "souffle"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace assay::datalog::testing
