#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "split_projects.hpp"

/// Projects with known findings across files. The tests count the findings that each strategy keeps.
namespace assay::planted {
namespace {

namespace splitting = analyzer::splitting;

double lost_by(const SplitProject& project, std::string_view strategy, double most) {
  const splitting::SplitTask task{&project.graph, most, 2, 0.1};
  const auto sets = splitting::find_strategy(strategy)->split(task);
  return static_cast<double>(project.findings.size() - kept(project, sets));
}

class PlantedSplit : public testing::TestWithParam<SplitShape> {};

TEST_P(PlantedSplit, TheDefaultLosesAtMostHalfOfWhatSizeLimitingLoses) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const SplitProject project = split_project(GetParam(), seed, 240);
    for (const double most : {24.0, 60.0, 120.0}) {
      const double naive = lost_by(project, "size-limiting", most);
      EXPECT_GT(naive, 0) << "the project shows nothing";
      EXPECT_LE(lost_by(project, "union-growth", most), naive / 2) << "seed " << seed << ", S " << most;
    }
  }
}

TEST_P(PlantedSplit, TheDefaultRepeatsHalfOfSplitMergeAndLosesNoMore) {
  double ours = 0, theirs = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const SplitProject project = split_project(GetParam(), seed, 240);
    for (const double most : {60.0, 120.0}) {
      const splitting::SplitTask task{&project.graph, most, 2, 0.1};
      const splitting::Plan own = plan_of(*splitting::find_strategy("union-growth"), task);
      const splitting::Plan other = plan_of(*splitting::find_strategy("split-merge"), task);
      ours += own.sum - own.whole;
      theirs += other.sum - other.whole;
      EXPECT_LE(lost_by(project, "union-growth", most), lost_by(project, "split-merge", most))
          << seed << ", S " << most;
    }
  }
  EXPECT_LE(ours, theirs / 2);
}

TEST_P(PlantedSplit, InOnePartitionNothingIsLost) {
  const SplitProject project = split_project(GetParam(), 9, 120);
  for (const splitting::StrategyRow& row : splitting::strategies())
    EXPECT_EQ(lost_by(project, row.name, 120), 0) << row.name;
}

INSTANTIATE_TEST_SUITE_P(Shapes, PlantedSplit, testing::ValuesIn(split_shapes()),
                         [](const auto& shape) { return std::string(name(shape.param)); });

}  // namespace
}  // namespace assay::planted
