#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/rng/rng.hpp"
#include "graphs.hpp"

namespace assay::analyzer::splitting {
namespace {

/// The running example of the publication: Fig. 6.2a.
Graph example() {
  return graph_of({"A", "B", "C", "D", "E", "F"},
                  {{"A", "B"}, {"B", "C"}, {"D", "B"}, {"D", "C"}, {"E", "A"}, {"E", "D"}, {"E", "C"}, {"E", "F"}});
}

/// Modules of a few files each that use one another, some files that all use, and uses between modules.
Graph modules(std::uint64_t seed, std::size_t count, std::size_t each) {
  core::Rng rng(seed);
  Graph graph;
  for (std::size_t i = 0; i < count * each; ++i) {
    Unit unit;
    unit.name = std::to_string(1000 + rng.below(9000)) + "-" + std::to_string(i);
    unit.files = {unit.name};
    graph.units.push_back(std::move(unit));
  }
  for (std::size_t i = 0; i < graph.units.size(); ++i) {
    std::set<UnitId> uses;
    const std::uint64_t wanted = rng.below(4);
    for (std::uint64_t use = 0; use < wanted; ++use) {
      const bool near = rng.below(10) < 8;
      // Names are random, so that units of a module do not stand together.
      const std::uint64_t other = near ? (i % count) + count * rng.below(each) : rng.below(graph.units.size());
      if (other != i) uses.insert(static_cast<UnitId>(other));
    }
    graph.uses.emplace_back(uses.begin(), uses.end());
  }
  return graph;
}

TEST(SizeLimiting, TakesUnitsInTheOrderOfTheirNames) {
  const Graph graph = example();
  EXPECT_EQ(named(graph, find_strategy("size-limiting")->split({&graph, 4, 2, 0.1})),
            (std::vector<std::string>{"ABCD", "EF"}));
}

TEST(SplitMerge, DoesThePublicationsExample) {
  const Graph graph = example();
  const SplitTask task{&graph, 4, 2, 1.0 / 3};
  // {D,B,C}, {E,B,A,C}, {E,B,D,F}
  EXPECT_EQ(named(graph, find_strategy("split-merge")->split(task)), (std::vector<std::string>{"ABCE", "BCD", "BDEF"}));
}

TEST(SplitMerge, CountsTheSizeOfAUnionAndNotTheSum) {
  // Closures AC and BC: the sum of their sizes is 4, the size of their union 3.
  const Graph graph = graph_of({"A", "B", "C"}, {{"A", "C"}, {"B", "C"}});
  EXPECT_EQ(named(graph, find_strategy("split-merge")->split({&graph, 3, 2, 0.1})), (std::vector<std::string>{"ABC"}));
}

TEST(SplitMerge, KeepsOneOfTwoEqualClosures) {
  const Graph graph = graph_of({"A", "B"}, {{"A", "B"}, {"B", "A"}});
  EXPECT_EQ(named(graph, find_strategy("split-merge")->split({&graph, 2, 2, 0.1})), (std::vector<std::string>{"AB"}));
}

TEST(UnionGrowth, KeepsEveryClosureThatFits) {
  const Graph graph = graph_of({"a", "b", "c", "d", "e", "f"}, {{"a", "d"}, {"d", "f"}, {"b", "e"}, {"c", "f"}});
  const Plan plan = plan_of(*find_strategy("union-growth"), {&graph, 4, 2, 0.1});
  EXPECT_TRUE(plan.cut.empty());
  EXPECT_TRUE(plan.lost.empty());
  EXPECT_EQ(plan.partitions.size(), 2U);
  EXPECT_EQ(plan.sum, 6);
}

TEST(UnionGrowth, CutsACycleThatIsTooLargeAndSaysSo) {
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::string>> edges;
  for (char c = 'a'; c < 'm'; ++c) {
    names.emplace_back(1, c);
    edges.emplace_back(std::string(1, c), std::string(1, c == 'l' ? 'a' : static_cast<char>(c + 1)));
  }
  const Graph graph = graph_of(names, edges);
  const Plan plan = plan_of(*find_strategy("union-growth"), {&graph, 5, 0, 0.1});
  ASSERT_EQ(plan.cycles.size(), 1U);
  EXPECT_EQ(plan.cycles[0].size(), 12U);
  EXPECT_EQ(plan.cut.size(), 12U);
  EXPECT_LE(plan.longest, 5);
  EXPECT_TRUE(plan.lost.empty()) << "each unit is with the one that it uses";
}

TEST(UnionGrowth, DividesTheUsesOfAUnitThatUsesTooMany) {
  std::vector<std::string> names = {"hub"};
  std::vector<std::pair<std::string, std::string>> edges;
  for (int i = 0; i < 20; ++i) {
    names.push_back("u" + std::to_string(10 + i));
    edges.emplace_back("hub", names.back());
  }
  const Graph graph = graph_of(names, edges);
  const Plan plan = plan_of(*find_strategy("union-growth"), {&graph, 6, 2, 0.1});
  EXPECT_TRUE(plan.lost.empty());
  EXPECT_EQ(plan.partitions.size(), 4U);
  EXPECT_EQ(plan.sum, 24);
  ASSERT_EQ(plan.cut.size(), 1U);
  EXPECT_EQ(graph.units[plan.cut[0].unit].name, "hub");
}

TEST(UnionGrowth, RepeatsAtMostHalfOfWhatSplitMergeDoes) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Graph graph = modules(seed, 20, 10);
    const SplitTask task{&graph, 60, 2, 0.1};
    const Plan ours = plan_of(*find_strategy("union-growth"), task);
    const Plan theirs = plan_of(*find_strategy("split-merge"), task);
    EXPECT_LE(ours.sum - ours.whole, (theirs.sum - theirs.whole) / 2) << seed;
    EXPECT_LE(ours.cut.size(), theirs.cut.size()) << seed;
    EXPECT_LE(ours.lost.size(), theirs.lost.size()) << seed;
  }
}

class EveryStrategy : public testing::TestWithParam<StrategyRow> {};

TEST_P(EveryStrategy, HasEveryUnitAndKeepsToItsSize) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U})
    for (const double most : {1.0, 3.0, 17.0, 1000.0}) {
      Graph graph = modules(seed, 8, 9);
      core::Rng rng(seed);
      if (seed > 2)
        for (Unit& unit : graph.units) unit.size = static_cast<double>(1 + rng.below(5));
      const SplitTask task{&graph, most, static_cast<unsigned>(seed % 3), 0.1};
      std::set<UnitId> seen;
      for (const UnitSet& set : GetParam().split(task)) {
        EXPECT_TRUE(std::is_sorted(set.begin(), set.end()));
        EXPECT_EQ(std::adjacent_find(set.begin(), set.end()), set.end());
        seen.insert(set.begin(), set.end());
        double size = 0;
        for (const UnitId unit : set) size += graph.units[unit].size;
        const bool fits = size <= most || set.size() == 1 || !GetParam().bounded;
        EXPECT_TRUE(fits) << size << " of " << most;
      }
      EXPECT_EQ(seen.size(), graph.units.size());
      EXPECT_EQ(GetParam().split(task), GetParam().split(task));
    }
}

TEST_P(EveryStrategy, GivesEveryUnitOneOwner) {
  const Graph graph = modules(7, 8, 9);
  const Plan plan = plan_of(GetParam(), {&graph, 20, 2, 0.1});
  std::size_t owned = 0;
  for (std::size_t i = 0; i < plan.partitions.size(); ++i)
    for (const UnitId unit : plan.partitions[i].owned) {
      ++owned;
      EXPECT_EQ(plan.owner[unit], i);
      EXPECT_TRUE(std::binary_search(plan.partitions[i].units.begin(), plan.partitions[i].units.end(), unit));
    }
  EXPECT_EQ(owned, graph.units.size());
}

TEST_P(EveryStrategy, SplitsNothingIntoNothing) {
  const Graph graph;
  EXPECT_TRUE(GetParam().split({&graph, 5, 2, 0.1}).empty());
}

INSTANTIATE_TEST_SUITE_P(Rows, EveryStrategy, testing::ValuesIn(strategies()), [](const auto& row) {
  std::string name(row.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace assay::analyzer::splitting
