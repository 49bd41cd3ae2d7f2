// A cause gives one finding, or a few: for every law or program that shows it, the smallest program calls the wrong
// operation alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/case/budget.hpp"
#include "domain/campaign/cause.hpp"
#include "domain/campaign/shape.hpp"
#include "domain/kernel/reduce/domain_reduce.hpp"
#include "domain_hunt.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kFailing = 5;  ///< failing programs for each bug
constexpr std::size_t kMaxSteps = 6;
constexpr std::size_t kMaxCauses = 3;

/// Results of the reductions of a bug's first failing programs.
struct Kept {
  std::set<std::string> causes;
  std::size_t most_steps = 0;
  unsigned alone = 0;  ///< the operation fails when it is asked alone
};

class Hunter {
 public:
  explicit Hunter(const PlantedBug& bug) : bug_(bug), factory_(planted_domain(bug.domain)) {}

  Kept all(unsigned wanted = kFailing) {
    ProgramOptions options = *preset("C2");
    options.dimensions = 3;
    const MakeProgram make = random_programs(7, options);
    Kept kept;
    unsigned failing = 0;
    for (unsigned i = 0; i < 60 && failing < wanted; ++i) {
      const Program program = make(i, factory_(1)->contract());
      const std::vector<Violation> violations = violations_of(program);
      if (violations.empty()) continue;
      ++failing;
      keep(program, violations.front(), kept);
    }
    EXPECT_EQ(failing, wanted);
    return kept;
  }

 private:
  std::vector<Violation> violations_of(const Program& program) {
    RunOptions options;
    options.repeat = false;
    the_bug = bug_.bug;
    RunResult result = run(program, *factory_(program.dimensions), options);
    the_bug = Bug::None;
    return std::move(result.violations);
  }

  void keep(const Program& program, const Violation& wanted, Kept& kept) {
    const auto fails = [&](const Program& candidate) {
      const std::vector<Violation> all = violations_of(candidate);
      return std::any_of(all.begin(), all.end(), [&](const Violation& one) {
        return one.kind == wanted.kind && same_cause(reason_of(one), reason_of(wanted));
      });
    };
    Program start = program;
    for (const Program& candidate : beginnings(program, wanted, {})) {
      if (!fails(candidate)) continue;
      kept.alone += to_text(candidate, {}) == wanted.isolated ? 1 : 0;
      start = candidate;
      break;
    }
    const Program smallest = reduce_program(start, fails, core::ReduceBudget{});
    kept.most_steps = std::max(kept.most_steps, smallest.instructions.size());
    std::string cause(cause_of(reason_of(wanted)));
    for (const std::string& line : shape_of_cause(shape_of(smallest, {}, {}), reason_of(wanted))) cause += "; " + line;
    kept.causes.insert(std::move(cause));
  }

  const PlantedBug& bug_;
  DomainFactory factory_;
};

/// When a query changes the element (a cache), instructions with unused results matter, too. One such program once
/// kept 78 instructions after its reduction.
TEST(PlantedCache, ThatAskingFillsIsReducedAsFar) {
  const auto row = std::find_if(planted_bugs().begin(), planted_bugs().end(), [](const PlantedBug& bug) {
    return bug.bug == Bug::AssumeKeepsCache && bug.domain == "octagon";
  });
  ASSERT_NE(row, planted_bugs().end());
  EXPECT_LE(Hunter(*row).all(12).most_steps, kMaxSteps);
}

class PlantedCauses : public ::testing::TestWithParam<std::pair<Bug, std::string_view>> {};

TEST_P(PlantedCauses, AreFewFindingsForOneBug) {
  const auto row = std::find_if(planted_bugs().begin(), planted_bugs().end(), [](const PlantedBug& bug) {
    return bug.bug == GetParam().first && bug.domain == GetParam().second;
  });
  ASSERT_NE(row, planted_bugs().end());
  const Kept kept = Hunter(*row).all();
  EXPECT_LE(kept.causes.size(), kMaxCauses) << ::testing::PrintToString(kept.causes);
  EXPECT_LE(kept.most_steps, kMaxSteps);
  EXPECT_GT(kept.alone, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Bugs, PlantedCauses,
    ::testing::Values(std::pair{Bug::LeqIsStrict, "interval"}, std::pair{Bug::LeqIgnoresSide, "octagon"},
                      std::pair{Bug::JoinOfBottom, "interval"}, std::pair{Bug::JoinTakesSmaller, "octagon"},
                      std::pair{Bug::MeetTakesWrongBound, "interval"}, std::pair{Bug::MeetTakesWrongBound, "octagon"},
                      std::pair{Bug::MeetDropsLast, "polyhedra"}, std::pair{Bug::AssignForgets, "octagon"},
                      std::pair{Bug::SubstituteIsAssign, "interval"}));

}  // namespace
}  // namespace assay::domain
