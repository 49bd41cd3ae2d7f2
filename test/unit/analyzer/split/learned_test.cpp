#include "analyzer/split/plan/learned.hpp"

#include <gtest/gtest.h>

#include "analyzer/split/plan/learned_costs.hpp"
#include "folder.hpp"
#include "graphs.hpp"

namespace assay::analyzer::splitting {
namespace {

class Learned : public testing::Test {
 protected:
  Learned() {
    prepared_.definition.name = "mine";
    prepared_.graph = graph_of({"a", "b", "c", "d"}, {{"a", "b"}, {"c", "d"}});
    for (Unit& unit : prepared_.graph.units) unit.lines = 1000;
    options_.learned = files_.path("learned.json");
  }

  static LearnedRun run_of(const std::vector<std::uint32_t>& units, double seconds, double limit = 0) {
    return {units, static_cast<double>(units.size()), seconds, 50, limit, limit > 0 ? 2048.0 : 0};
  }

  [[nodiscard]] LearnedTable table_with(std::vector<LearnedRun> runs) const {
    LearnedTable table;
    LearnedAnalysis analysis;
    analysis.state = state_of(prepared_);
    analysis.strategy = "union-growth";
    analysis.partitions = runs.size();
    analysis.runs = std::move(runs);
    add_analysis(table, prepared_, analysis);
    return table;
  }

  Result<LearnedTable> read() { return read_learned(prepared_, options_, problem_); }

  TestProject files_;
  PreparedProject prepared_;
  SplitOptions options_;
  std::string problem_;
};

TEST_F(Learned, IsKept) {
  LearnedTable table = *read();
  EXPECT_TRUE(table.analyses.empty());
  LearnedAnalysis analysis;
  analysis.state = state_of(prepared_);
  analysis.strategy = "union-growth";
  analysis.alerts = {3, 5};
  analysis.runs = {run_of({1, 3}, 7), run_of({0}, 600, 600)};
  add_analysis(table, prepared_, analysis);
  ASSERT_TRUE(write_learned(table, options_.learned).ok());
  const LearnedTable again = *read();
  EXPECT_EQ(problem_, "");
  ASSERT_EQ(again.analyses.size(), 1U);
  EXPECT_EQ(again.units, (std::vector<std::string>{"b", "d", "a"}));
  EXPECT_EQ(again.analyses[0].alerts, (std::vector<std::uint32_t>{3, 5}));
  EXPECT_EQ(again.analyses[0].runs[0].seconds, 7);
  EXPECT_FALSE(again.analyses[0].runs[0].limited());
  EXPECT_TRUE(again.analyses[0].runs[1].limited());
}

TEST_F(Learned, HasOnlyTheLastAnalyses) {
  LearnedTable table;
  for (std::uint32_t i = 0; i < kMaxAnalyses + 3; ++i) {
    LearnedAnalysis analysis;
    analysis.max_size = i;
    analysis.runs = {run_of({i < 5 ? 0U : 1U}, 1)};
    add_analysis(table, prepared_, analysis);
  }
  ASSERT_EQ(table.analyses.size(), kMaxAnalyses);
  EXPECT_EQ(table.analyses.front().max_size, 3);
  EXPECT_EQ(table.analyses.back().max_size, kMaxAnalyses + 2);
}

TEST_F(Learned, ABadFileIsKeptAsideAndReplaced) {
  for (const std::string text : {"", "{", "[1]", R"({"assay-learned": 2})", R"({"assay-learned": 1, "target": 3})",
                                 R"({"assay-learned": 1, "target": "mine", "command": "", "units": [], "analyses":)"
                                 R"( [{"state": "", "strategy": "none"}]})"}) {
    files_.write("learned.json", text);
    problem_.clear();
    const Result<LearnedTable> table = read();
    ASSERT_TRUE(table.ok()) << text;
    EXPECT_TRUE(table->analyses.empty());
    EXPECT_NE(problem_.find("learning starts anew"), std::string::npos) << problem_;
    ASSERT_TRUE(write_learned(*table, options_.learned).ok());
    EXPECT_EQ(*core::read_text_file(options_.learned + ".bad"), text);
    problem_.clear();
    EXPECT_TRUE(read().ok());
    EXPECT_EQ(problem_, "");
  }
}

TEST_F(Learned, TheTableOfAnotherAnalyzerIsRefused) {
  LearnedTable table = *read();
  table.target = "other";
  ASSERT_TRUE(write_learned(table, options_.learned).ok());
  const Result<LearnedTable> found = read();
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.error().text().find("--learned"), std::string::npos) << found.error().text();
}

TEST_F(Learned, UnitsCostWhatTheirRunsTook) {
  const LearnedTable table = table_with({run_of({0, 1}, 30), run_of({2, 3}, 10)});
  const LearnedCosts costs(prepared_, table, {});
  EXPECT_NEAR(costs.seconds({0, 1}), 30, 1);
  EXPECT_NEAR(costs.seconds({2, 3}), 10, 1);
  EXPECT_NEAR(costs.seconds({0, 2}), 20, 3);
  EXPECT_NEAR(costs.limit({0, 1}), 90, 3);
  EXPECT_NEAR(costs.limit({2, 3}), 30, 3);
  // A unit with twice as many lines costs twice as much.
  prepared_.graph.units[0].lines = 2000;
  prepared_.graph.units[1].lines = 2000;
  EXPECT_NEAR(LearnedCosts(prepared_, table, {}).seconds({0, 1}), 60, 4);
}

TEST_F(Learned, ARunHasNoLimitForNewUnits) {
  EXPECT_EQ(LearnedCosts(prepared_, table_with({run_of({0, 1}, 30)}), {}).limit({0, 2}), 0);
  EXPECT_EQ(LearnedCosts(prepared_, table_with({run_of({0, 1}, 1)}), {}).limit({0, 1}), 10) << "the least limit";
}

TEST_F(Learned, APartitionThatExceededItsLimitsIsSplitSmaller) {
  const LearnedTable table = table_with({run_of({0, 1, 2}, 600, 600), run_of({3}, 1)});
  const LearnedCosts costs(prepared_, table, {});
  EXPECT_EQ(costs.too_large(600, 2048), (std::vector<UnitSet>{{0, 1, 2}}));
  EXPECT_TRUE(costs.too_large(1200, 2048).empty()) << "there is more time now";
  EXPECT_TRUE(costs.too_large(600, 4096).empty()) << "there is more memory now";
  Choice choice;
  choice.strategy = "whole";
  choice.too_large = costs.too_large(600, 2048);
  for (const Partition& partition : plan_for(prepared_, choice, options_).partitions)
    EXPECT_LT(partition.units.size(), 3U);
  // It has had a result since then.
  const LearnedTable better = table_with({run_of({0, 1, 2}, 600, 600), run_of({0, 1, 2, 3}, 50)});
  EXPECT_TRUE(LearnedCosts(prepared_, better, {}).too_large(600, 2048).empty());
}

TEST_F(Learned, SmallRunsMeasureWhatARunCosts) {
  Choice choice;
  choice.strategy = "whole";
  choice.probes = true;
  prepared_.graph.units[2].lines = 10;
  const Plan whole = plan_for(prepared_, choice, options_);
  ASSERT_EQ(whole.partitions.size(), 2U);
  EXPECT_EQ(whole.partitions[1].units, UnitSet{2});
  EXPECT_TRUE(whole.partitions[1].owned.empty());
  // An analyzer that looks at one file at a time needs no unit twice.
  choice.strategy = "size-limiting";
  choice.max_size = 4;
  const Plan parts = plan_for(prepared_, choice, options_);
  ASSERT_EQ(parts.partitions.size(), 2U);
  EXPECT_EQ(parts.partitions[0].units, (UnitSet{0, 1, 3}));
  EXPECT_EQ(parts.partitions[1].units, UnitSet{2});
  // Two runs show what a run costs beyond its units.
  const LearnedTable table = table_with({{{0, 1, 2, 3}, 3.01, 10, 50, 0, 0}, {{2}, 0.01, 4, 50, 0, 0}});
  EXPECT_TRUE(LearnedCosts(prepared_, table, {}).has_sizes());
  EXPECT_NEAR(LearnedCosts(prepared_, table, {}).seconds({0, 1}), 8, 1);
}

TEST_F(Learned, OnlyTheFirstRunHasSmallRuns) {
  prepared_.definition.splitting.strategy = "size-limiting";
  options_.jobs = 2;
  EXPECT_FALSE(choose(prepared_, "auto", options_)->probes) << "a plan for shards";
  options_.may_probe = true;
  EXPECT_TRUE(choose(prepared_, "auto", options_)->probes);
  LearnedTable table = table_with({run_of({0, 1, 2, 3}, 10)});
  table.target = "mine";
  table.command = read()->command;
  ASSERT_TRUE(write_learned(table, options_.learned).ok());
  EXPECT_FALSE(choose(prepared_, "auto", options_)->probes);
  options_.learned = "";
  options_.use_cache = false;
  EXPECT_FALSE(choose(prepared_, "auto", options_)->probes) << "nothing is learned from them";
}

TEST(ProjectFeatures, IncludedHeadersCount) {
  const TestProject files;
  files.write("src/a.c", "#include \"big.h\"\nint a;\n");
  files.write("src/b.c", "int b;\nint c;\n");
  files.write("include/big.h", "#include <more.h>\n" + std::string(3, '\n'));
  files.write("include/more.h", "#include \"big.h\"\n" + std::string(3, '\n'));
  Graph graph = graph_of({"src/a.c", "src/b.c"}, {});
  graph.shared = {"include/big.h", "include/more.h"};
  const Project project = *scan_project(files.root(), {});
  const ProjectFeatures before = read_features(project, graph);
  EXPECT_EQ(graph.units[0].lines, 2U);
  EXPECT_NEAR(before.weights[0] + before.weights[1], 0.004, 1e-9);
  EXPECT_NEAR(before.weights[0] / before.weights[1], 5, 1e-9) << "ten lines beside two";
  files.write("include/more.h", "int changed;\n");
  for (Unit& unit : graph.units) unit.lines = 0;
  EXPECT_NE(read_features(project, graph).text_hash, before.text_hash);
}

}  // namespace
}  // namespace assay::analyzer::splitting
