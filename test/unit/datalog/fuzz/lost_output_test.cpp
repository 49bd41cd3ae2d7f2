// A requested relation that the output does not name is a bug if the format names all relations.

#include "datalog/fuzz/result/lost_output.hpp"

#include "fuzz_support.hpp"

namespace assay::datalog::testing {
namespace {

Program three_relations() {
  Program program;
  for (const char* name : {"hidden", "ours", "seeds"}) {
    Relation& relation = program.relations.emplace_back();
    relation.name = name;
  }
  program.relations[0].is_output = false;
  program.relations[2].from_seed = true;
  return program;
}

TEST(LostOutput, IsWhatTheProgramAsksFor) {
  const Program program = three_relations();
  const auto lost = [&](std::vector<bool> present) {
    const Relation* relation = lost_relation({program, present});
    return relation == nullptr ? "" : relation->name;
  };
  EXPECT_EQ(lost({false, true, true}), "") << "nobody asked for the first one";
  EXPECT_EQ(lost({false, false, true}), "ours");
  EXPECT_EQ(lost({false, true, false}), "") << "the seed's text may send it to a file";
}

TEST(LostOutput, OfASeedIsWhatOneRunPrintedAndTheOtherDidNot) {
  const Program program = three_relations();
  const std::vector<bool> all = {false, true, true};
  const std::vector<bool> less = {false, true, false};
  EXPECT_EQ(lost_by_one({program, all}, {program, all}), nullptr);
  EXPECT_EQ(lost_by_one({program, less}, {program, less}), nullptr) << "it goes to a file in both";
  ASSERT_NE(lost_by_one({program, all}, {program, less}), nullptr);
  EXPECT_EQ(lost_by_one({program, less}, {program, all})->name, "seeds");
  Program not_asked = program;
  not_asked.relations[2].is_output = false;
  EXPECT_EQ(lost_by_one({program, all}, {not_asked, less}), nullptr);
}

TEST(LostOutput, IsABugOnlyWhereTheFormatNamesAllRelations) {
  const Relation relation = three_relations().relations[1];
  unsigned announcing = 0;
  for (const Dialect& row : dialects()) {
    const core::Verdict verdict = verdict_on_lost(relation, row);
    EXPECT_EQ(verdict.is_bug(), row.announces_all) << row.name;
    EXPECT_EQ(verdict.outcome == core::Verdict::Outcome::Skip, !row.announces_all) << row.name;
    announcing += row.announces_all ? 1 : 0;
  }
  EXPECT_EQ(announcing, 4U) << "Soufflé, Formulog, and both forms of muZ";
}

/// The honest engine, except that it does not print the first relation; with `flags_only`, only if flags are given.
Says forgetting(bool flags_only) {
  return [flags_only](const Program& program, const std::vector<std::string>& flags) {
    EngineAnswer answer = honest(program, flags);
    if (answer.kind != EngineAnswer::Kind::Computed || (flags_only && flags.empty())) return answer;
    const auto first = std::find(answer.output.present.begin(), answer.output.present.end(), true);
    if (first != answer.output.present.end()) *first = false;
    return answer;
  };
}

/// The numbers of cases that end in a bug, and in the skip for relations that were not printed.
std::pair<int, int> bugs_and_skips(const FuzzOptions& options) {
  const auto tester = tester_of(options);
  std::pair<int, int> counts;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    const core::Verdict verdict = tester->run(*subject, 0, core::RunMode::Campaign, {}).verdict;
    if (verdict.is_bug()) {
      EXPECT_EQ(verdict.kind, core::BugKind::WrongResult);
      EXPECT_EQ(verdict.reason, "relation not printed") << verdict.detail;
    }
    counts.first += verdict.is_bug() ? 1 : 0;
    counts.second += verdict.reason == "a relation was not printed" ? 1 : 0;
  }
  return counts;
}

TEST(LostOutput, IsSeenInEveryStrategy) {
  for (const auto& [name, help] : fuzz_strategies()) {
    if (name == "history") continue;  // for SQL engines only
    FuzzOptions options = options_for(forgetting(false));
    options.strategies = {std::string(name)};
    EXPECT_GT(bugs_and_skips(options).first, 30) << name;
  }
}

TEST(LostOutput, UnderAnOptionAloneIsSeenWithTheOption) {
  FuzzOptions options = options_for(forgetting(true));
  options.strategies = {"options"};
  EXPECT_GT(bugs_and_skips(options).first, 30);
}

TEST(LostOutput, IsCountedWhereAnEmptyRelationIsNotPrinted) {
  static const Dialect kSilent = [] {
    Dialect row = *dialect("souffle");
    row.announces_all = false;
    return row;
  }();
  FuzzOptions options = options_for(forgetting(false));
  options.engines[0].dialect = &kSilent;
  const auto [bugs, skips] = bugs_and_skips(options);
  EXPECT_EQ(bugs, 0);
  EXPECT_GT(skips, 30);
}

}  // namespace
}  // namespace assay::datalog::testing
