// The tests check that a violation names the wrong operation, not the operation that the violated law is about.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain_hunt.hpp"
#include "rounds.hpp"

namespace assay::domain {
namespace {

struct WithBug {
  explicit WithBug(Bug bug) { the_bug = bug; }
  ~WithBug() { the_bug = Bug::None; }
};

/// Violations of laws.
std::vector<Violation> of_laws(const PlantedBug& bug, bool reference) {
  constexpr std::uint64_t kPrograms = 120;
  // An octagon takes fifty times as long as an interval.
  const std::uint64_t programs = bug.domain == "octagon" ? test_rounds(kPrograms / 3, kPrograms) : kPrograms;
  ProgramOptions options = *preset("C2");
  options.dimensions = 3;
  const MakeProgram make = random_programs(7, options);
  RunOptions run_options;
  run_options.points = run_options.repeat = false;
  run_options.reference = reference;
  const DomainFactory factory = planted_domain(bug.domain);
  std::vector<Violation> all;
  for (std::uint64_t i = 0; i < programs; ++i) {
    const Program program = make(i, factory(1)->contract());
    const WithBug on(bug.bug);
    for (Violation& violation : run(program, *factory(program.dimensions), run_options).violations)
      if (violation.law != 0) all.push_back(std::move(violation));
  }
  return all;
}

/// How often violations of laws of soundness or precision name each operation.
std::map<Operation, unsigned> named(const PlantedBug& bug, bool reference) {
  std::map<Operation, unsigned> all;
  for (const Violation& violation : of_laws(bug, reference))
    if (violation.kind != LawClass::Convergence) ++all[violation.operation];
  return all;
}

struct Expected {
  Bug bug;
  std::string_view domain;
  Operation guilty;
};

/// Bugs in one operation, without a common part of several operations.
const std::vector<Expected> kExpected = {
    {Bug::LeqIgnoresSide, "interval", Operation::Leq},
    {Bug::LeqIsStrict, "interval", Operation::Leq},
    {Bug::LeqOfUnclosed, "octagon", Operation::Leq},
    {Bug::LeqIgnoresSide, "octagon", Operation::Leq},
    {Bug::LeqIsStrict, "polyhedra", Operation::Leq},
    {Bug::EqualLooksAtHalf, "interval", Operation::Equal},
    {Bug::BottomTestEager, "interval", Operation::IsBottom},
    {Bug::TopTestLooksAtFirst, "interval", Operation::IsTop},
    {Bug::TopTestLooksAtFirst, "polyhedra", Operation::IsTop},
    {Bug::JoinTakesSmaller, "interval", Operation::Join},
    {Bug::JoinOfBottom, "interval", Operation::Join},
    {Bug::JoinTakesSmaller, "octagon", Operation::Join},
    {Bug::JoinTakesSmaller, "polyhedra", Operation::Join},
    {Bug::JoinDropsDirections, "polyhedra", Operation::Join},
    {Bug::MeetTakesWrongBound, "interval", Operation::Meet},
    {Bug::MeetTakesWrongBound, "octagon", Operation::Meet},
    {Bug::MeetDropsLast, "polyhedra", Operation::Meet},
    {Bug::MeetKeepsEmpty, "interval", Operation::Meet},
    {Bug::AssignForgets, "octagon", Operation::Assign},
    {Bug::SubstituteIsAssign, "polyhedra", Operation::Substitute},
    {Bug::ForgetSkipsLast, "polyhedra", Operation::Forget},
    {Bug::BoundsIgnoreDirections, "polyhedra", Operation::Bounds},
    {Bug::SatisfiesGenerous, "interval", Operation::Satisfies},
    {Bug::CanonicalizeDrops, "octagon", Operation::Canonicalize},
};

const PlantedBug& row_of(const Expected& expected) {
  for (const PlantedBug& bug : planted_bugs())
    if (bug.bug == expected.bug && bug.domain == expected.domain) return bug;
  std::abort();
}

class PlantedBlame : public ::testing::TestWithParam<Expected> {};

TEST_P(PlantedBlame, TheWrongOperationIsNamedAndNoOther) {
  const std::map<Operation, unsigned> all = named(row_of(GetParam()), true);
  for (const auto& [operation, count] : all) EXPECT_EQ(name(operation), name(GetParam().guilty)) << count << " times";
  EXPECT_FALSE(all.empty());
}

INSTANTIATE_TEST_SUITE_P(Bugs, PlantedBlame, ::testing::ValuesIn(kExpected), [](const auto& instance) {
  std::string text = std::string(instance.param.domain) + "_" + std::string(row_of(instance.param).name);
  for (char& c : text)
    if (c == '-') c = '_';
  return text;
});

/// Lost points are unsound even if a law of precision shows them. A wrong "no" is imprecise even if a law of soundness
/// shows it.
TEST(PlantedBlameKind, IsThatOfWhatIsWrongAndNotOfTheLaw) {
  for (const auto& [expected, kind] :
       {std::pair{Expected{Bug::JoinTakesSmaller, "interval", Operation::Join}, LawClass::Soundness},
        std::pair{Expected{Bug::LeqIsStrict, "interval", Operation::Leq}, LawClass::Precision}}) {
    unsigned otherwise = 0;
    for (const Violation& violation : of_laws(row_of(expected), true)) {
      EXPECT_EQ(violation.kind, kind) << violation.detail;
      otherwise += law(violation.law)->kind != kind ? 1 : 0;
    }
    EXPECT_GT(otherwise, 0U);
  }
}

TEST(PlantedBlameLoops, NameWideningAndNarrowing) {
  for (const Expected& expected : {Expected{Bug::WidenIsJoin, "interval", Operation::Widen},
                                   Expected{Bug::NarrowIsMeet, "interval", Operation::Narrow}}) {
    unsigned loops = 0;
    for (const Violation& violation : of_laws(row_of(expected), true)) {
      if (violation.kind != LawClass::Convergence) continue;
      EXPECT_EQ(name(violation.operation), name(expected.guilty)) << violation.detail;
      loops += violation.law == 47 || violation.law == 63 || violation.law == 65 ? 1 : 0;
    }
    EXPECT_GT(loops, 0U);
  }
}

/// The wrong operation by the beginning of the bug's name, for bugs in one operation and no common part.
const std::vector<std::pair<std::string_view, Operation>> kGuiltyByName = {
    {"leq-", Operation::Leq},
    {"equal-", Operation::Equal},
    {"bottom-test-", Operation::IsBottom},
    {"top-test-", Operation::IsTop},
    {"join-", Operation::Join},
    {"meet-", Operation::Meet},
    {"widen-", Operation::Widen},
    {"narrow-", Operation::Narrow},
    {"assume-", Operation::Assume},
    {"congruence-", Operation::Assume},
    {"assign-", Operation::Assign},
    {"parallel-", Operation::ParallelAssign},
    {"substitute-", Operation::Substitute},
    {"forget-", Operation::Forget},
    {"lines-", Operation::AddRays},
    {"close-", Operation::Close},
    {"loosen-", Operation::Loosen},
    {"generators-", Operation::Generators},
    {"resize-", Operation::Resize},
    {"canonicalize-", Operation::Canonicalize},
    {"constraints-", Operation::Constraints},
    {"bounds-", Operation::Bounds},
    {"satisfies-", Operation::Satisfies},
    {"print-", Operation::Print},
    {"general-equality-", Operation::AssumeExpression},
};

/// The operation that the first violation names, in programs like a campaign's. Nullopt: no program violates a law.
std::optional<Operation> named_first(const PlantedBug& bug) {
  constexpr unsigned kPrograms = 150;
  ProgramOptions options = *preset("C2");
  options.dimensions = 3;
  const MakeProgram make = random_programs(7, options);
  RunOptions run_options;
  run_options.repeat = false;
  const DomainFactory factory = planted_domain(bug.domain);
  for (unsigned i = 0; i < kPrograms; ++i) {
    const Program program = make(i, factory(1)->contract());
    const WithBug on(bug.bug);
    const std::vector<Violation> all = run(program, *factory(program.dimensions), run_options).violations;
    if (!all.empty()) return all.front().operation;
  }
  return std::nullopt;
}

/// At least 33 of 35 bugs are blamed on the right operation at the first finding, as with a library's known bugs.
TEST(PlantedBlameFirst, NamesTheGuiltyOne) {
  unsigned bugs = 0;
  std::vector<std::string> wrong;
  for (const PlantedBug& bug : planted_bugs())
    for (const auto& [begin, guilty] : kGuiltyByName) {
      if (!bug.name.starts_with(begin)) continue;
      ++bugs;
      const std::optional<Operation> named = named_first(bug);
      if (named == guilty) continue;
      const std::string said = named ? std::string(name(*named)) : "nothing";
      wrong.push_back(std::string(bug.domain) + " " + std::string(bug.name) + " names " + said);
    }
  EXPECT_GE(bugs, 100U);
  EXPECT_LE(wrong.size() * 35, bugs * 2) << ::testing::PrintToString(wrong);
}

TEST(PlantedBlameWithoutReference, AWrongInclusionLooksLikeOtherOperations) {
  const std::map<Operation, unsigned> all = named(row_of({Bug::LeqIsStrict, "interval", Operation::Leq}), false);
  EXPECT_GT(all.size(), 1U);
  EXPECT_EQ(all.count(Operation::Join), 1U);
}

}  // namespace
}  // namespace assay::domain
