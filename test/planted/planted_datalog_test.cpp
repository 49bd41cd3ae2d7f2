// The proof that the Datalog campaign finds bugs: fake engines that lie are found within a bounded number of cases, and
// an honest one is never accused.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "assay/datalog/dialect.hpp"
#include "datalog/fuzz/case/fuzz.hpp"
#include "datalog/fuzz/case/labels.hpp"
#include "datalog_lies.hpp"
#include "rounds.hpp"
#include "same_cases.hpp"
#include "sql_library.hpp"

namespace assay::datalog {
namespace {

constexpr std::uint64_t kMaxCases = 5000;

struct Campaign {
  std::unique_ptr<core::Module> module;
  std::unique_ptr<core::Tester> tester;
};

/// A seed with all kinds of calls.
constexpr std::string_view kCalls = R"(
.type list = [head:number, tail:list]
.type shape = Dot {x:number} | Ring {x:number} | Line {x:number, y:number}
.decl item(n:number, s:symbol)
item(1, "a"). item(2, "ab"). item(3, "b"). item(6, "").
.decl lists(l:list)
lists(nil). lists([n, [n, nil]]) :- item(n, _), n > 1. lists([n, [m, nil]]) :- item(n, _), item(m, _), n < m.
.decl twice(n:number)
twice(n) :- lists([n, [n, _]]), n != 2.
.decl pair(n:number, m:number)
pair(n, m) :- lists([n, [m, nil]]), n < m.
.decl shapes(x:shape)
shapes($Dot(n)) :- item(n, _), n < 3. shapes($Ring(n + 4)) :- item(n, _). shapes($Line(n, n)) :- item(n, "b").
.decl rings(n:number)
rings(n) :- shapes($Ring(n)). rings(n) :- shapes($Line(n, _)).
.decl words(s:symbol)
words(cat(s, t)) :- item(n, s), item(m, t), n < m.
.decl parts(s:symbol, n:number)
parts(substr(s, 0, 1), strlen(s)) :- words(s), contains("b", s).
.decl bits(n:number, s:symbol)
bits(n band 3, to_string(n bxor 5)) :- item(n, s), s < "b".
.output twice, pair, rings, words, parts, bits, shapes
)";

SeedCorpus corpus_of_calls() {
  Result<Program> program = parse_souffle(kCalls, "calls.dl");
  EXPECT_TRUE(program.ok() && program->seed.dialect.empty()) << (program.ok() ? program->seed.reason : "");
  SeedCorpus corpus;
  corpus.seeds.push_back({"calls.dl", std::string(kCalls), *std::move(program)});
  return corpus;
}

/// Programs with the features of engines: our own programs, or the programs in the folder ASSAY_PLANTED_SEEDS.
SeedCorpus corpus_of_files() {
  FuzzOptions options;
  const char* asked = std::getenv("ASSAY_PLANTED_SEEDS");
  options.seeds = {asked != nullptr ? asked : ASSAY_GOLDEN_PROGRAMS};
  options.engines = {fake_target()};
  Result<SeedCorpus> corpus = load_seeds(options);
  EXPECT_TRUE(corpus.ok()) << (corpus.ok() ? "" : corpus.error().text());
  return corpus.ok() ? *std::move(corpus) : SeedCorpus();
}

/// All strategies, default options, seed 1.
Campaign campaign(EngineAnswer (*answer)(const Asked&), SeedCorpus corpus = {}) {
  FuzzOptions options;
  options.engines = {fake_target()};
  options.make_engine = [answer](const EngineTarget& target, const core::Limits&) {
    return fake_engine(answer, target.capabilities.integer_bits);
  };
  Campaign made;
  auto module = make_fuzz_module(options, std::move(corpus));
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text());
  if (!module) return made;
  made.module = std::move(*module);
  made.tester = std::move(*made.module->make_tester());
  return made;
}

std::string shown(const core::Case& subject) {
  std::string text = subject.strategy + " " + subject.metadata + "\n";
  for (const core::File& file : subject.files) text += "--- " + file.name + "\n" + file.content;
  return text;
}

void expect_found(const Lie& lie, const Campaign& made) {
  ASSERT_NE(made.tester, nullptr);
  for (std::uint64_t index = 0; index < kMaxCases; ++index) {
    const auto subject = made.tester->generate(index);
    const auto* of = std::get_if<core::Case>(&subject);
    if (of == nullptr) continue;
    const core::Case failing = *of;
    const core::Trial trial = made.tester->run(failing, 0, core::RunMode::Campaign, {});
    if (!trial.verdict.is_bug()) continue;
    EXPECT_EQ(trial.verdict.kind, lie.kind) << trial.verdict.reason << "\n" << trial.verdict.detail;
    ::testing::Test::RecordProperty("cases", static_cast<int>(index + 1));
    ::testing::Test::RecordProperty("strategy", failing.strategy);
    if (!lie.repeats) return;
    // Runs the case again without stored answers, as a campaign does to confirm a bug.
    const core::Trial again = made.tester->run(failing, 0, core::RunMode::Fresh, {});
    EXPECT_TRUE(again.verdict.is_bug()) << shown(failing);
    EXPECT_EQ(again.verdict.kind, lie.kind);
    return;
  }
  FAIL() << "not found in " << kMaxCases << " cases";
}

class PlantedDatalog : public ::testing::TestWithParam<Lie> {};
class PlantedDatalogCalls : public ::testing::TestWithParam<Lie> {};

TEST_P(PlantedDatalog, IsFound) { expect_found(GetParam(), campaign(GetParam().answer)); }

TEST_P(PlantedDatalogCalls, IsFound) { expect_found(GetParam(), campaign(GetParam().answer, corpus_of_calls())); }

INSTANTIATE_TEST_SUITE_P(Lies, PlantedDatalog, ::testing::ValuesIn(lies()),
                         [](const auto& instance) { return instance.param.name; });

INSTANTIATE_TEST_SUITE_P(Calls, PlantedDatalogCalls, ::testing::ValuesIn(call_lies()),
                         [](const auto& instance) { return instance.param.name; });

INSTANTIATE_TEST_SUITE_P(Qualifiers, PlantedDatalog, ::testing::ValuesIn(qualifier_lies()),
                         [](const auto& instance) { return instance.param.name; });

/// ASSAY_PLANTED_CASES asks for more by hand (50,000 were clean).
std::uint64_t honest_cases() {
  if (const char* asked = std::getenv("ASSAY_PLANTED_CASES")) return std::strtoull(asked, nullptr, 10);
#if defined(__SANITIZE_ADDRESS__)
  return 1000;
#else
  return 10'000;
#endif
}

void expect_clean(const Campaign& made, std::uint64_t cases, std::uint64_t percent) {
  ASSERT_NE(made.tester, nullptr);
  std::map<std::string, std::uint64_t> reasons;
  std::uint64_t passed = 0;
  for (std::uint64_t index = 0; index < cases; ++index) {
    const auto subject = made.tester->generate(index);
    if (const auto* skip = std::get_if<core::Skip>(&subject)) {
      ++reasons["made: " + skip->reason];
      continue;
    }
    const core::Case of = std::get<core::Case>(subject);
    const core::Trial trial = made.tester->run(of, 0, core::RunMode::Campaign, {});
    ASSERT_FALSE(trial.verdict.is_bug()) << "case " << index << ": " << trial.verdict.reason << "\n"
                                         << trial.verdict.detail << "\n"
                                         << shown(of);
    if (trial.verdict.outcome == core::Verdict::Outcome::Pass) ++passed;
    if (!trial.verdict.reason.empty()) ++reasons[trial.verdict.reason];
  }
  std::string table;
  for (const auto& [reason, count] : reasons) table += reason + ": " + std::to_string(count) + "\n";
  EXPECT_GT(passed * 100, cases * percent) << passed << " passed\n" << table;
  ::testing::Test::RecordProperty("passed", static_cast<int>(passed));
}

TEST(PlantedDatalogHonest, IsNeverAccused) { expect_clean(campaign(honest_answer), honest_cases(), 90); }

TEST(PlantedDatalogHonest, IsNeverAccusedOfCalls) {
  expect_clean(campaign(honest_answer, corpus_of_calls()), honest_cases() / 4, 80);
}

// A case that the honest engine cannot evaluate either is skipped.
TEST(PlantedDatalogHonest, IsNeverAccusedAroundFiles) {
  expect_clean(campaign(honest_answer, corpus_of_files()), honest_cases() / 4, 50);
}

/// SQLite's library in this process: all strategies with SQL's meanings, wordings and changing tables.
Campaign sql_campaign() {
  FuzzOptions options;
  options.engines = {sqlite_target()};
  options.make_engine = [](const EngineTarget& target, const core::Limits&) { return sqlite_library(target); };
  Campaign made;
  auto module = make_fuzz_module(options, {});
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text());
  if (!module) return made;
  made.module = std::move(*module);
  made.tester = std::move(*made.module->make_tester());
  return made;
}

TEST(PlantedDatalogHonest, IsNeverAccusedAsSql) { expect_clean(sql_campaign(), honest_cases() / 10, 80); }

// queryFuzz compared two empty results in 64 % of its tests, and changed the size in 8 % of them.
TEST(PlantedDatalogHonest, CasesAreNotVacuous) {
  constexpr std::uint64_t kCases = 4000;
  const Campaign made = campaign(honest_answer);
  ASSERT_NE(made.tester, nullptr);
  std::map<std::string, std::uint64_t> labels;
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const auto subject = made.tester->generate(index);
    if (const auto* of = std::get_if<core::Case>(&subject))
      for (const std::string& label : of->labels) ++labels[label];
  }
  const auto share = [&](const char* yes, const char* no) {
    return 100 * labels[yes] / std::max<std::uint64_t>(1, labels[yes] + labels[no]);
  };
  const std::uint64_t filled = share(kNonEmpty, kEmpty);
  const std::uint64_t changed = share(kChanges, kKeeps);
  EXPECT_GE(filled, 80U);
  EXPECT_GE(changed, 40U);
  RecordProperty("percent_not_empty", static_cast<int>(filled));
  RecordProperty("percent_changing", static_cast<int>(changed));
}

TEST(PlantedDatalogHonest, PassesItsControls) {
  const Campaign made = campaign(honest_answer);
  ASSERT_NE(made.tester, nullptr);
  const auto controls = made.module->controls();
  EXPECT_GE(controls.size(), 2U);
  for (const core::Control& control : controls) {
    const core::Trial trial = made.tester->run(control.subject, control.target, core::RunMode::Fresh, {});
    EXPECT_EQ(trial.verdict.outcome, control.expected.outcome) << control.name << ": " << trial.verdict.reason;
  }
}

TEST(PlantedDatalogCases, AreTheSameAsBefore) {
  const Campaign made = campaign(lies().front().answer, corpus_of_files());
  ASSERT_NE(made.tester, nullptr);
  expect_same_cases("datalog-fuzz", *made.tester, test_rounds(3000, SameCases::kAll));
}

}  // namespace
}  // namespace assay::datalog
