#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "analyzer/split/plan/auto_choice.hpp"
#include "analyzer/split/plan/prepare.hpp"
#include "core/io/io.hpp"
#include "core/rng/rng.hpp"
#include "core/target/scratch.hpp"
#include "split_projects.hpp"

/// `--partition auto` on made-up projects: whether each of its runs is about as fast as the best fixed strategy.
namespace assay::planted {
namespace {

namespace parts = analyzer::splitting;
using parts::UnitSet;

constexpr double kClose = 1.05;  ///< auto may take this much of the best fixed strategy's time
constexpr double kCloseAfterChange = 1.08;
constexpr double kKept = 0.99;  ///< a fixed strategy counts if it keeps this share of the findings
constexpr std::size_t kAnalyses = 3;
constexpr double kAnyTime = 1e9;

/// An analyzer: what its runs really cost, and what its definition says about them.
struct Analyzer {
  std::string name;
  double fixed = 1, slope = 1, exponent = 1;
  analyzer::CostCurve hint;
  std::string strategy;  ///< of the definition
  bool by_file = false;  ///< it finds everything in any partition
  /// Maximum multiple of the best fixed strategy's time in the first run, where nothing is known, and in later runs.
  double first = kAnyTime;
  double close = kClose;
  double header = 0;  ///< CPU seconds of a header, once in each run that has a unit with it
};

std::vector<Analyzer> analyzers() {
  return {{"linear", 0.5, 2, 1, {1, 1, 1}, "", false, 1.15},
          {"linear-without-hint", 0.5, 2, 1, {}, "", false},
          {"by-file", 0.2, 2, 1, {0.1, 1.5, 1}, "size-limiting", true, kClose},
          {"by-file-without-hint", 0.2, 2, 1, {}, "size-limiting", true, 1.1},
          {"by-file-with-slow-start", 4, 2, 1, {0.1, 1.5, 1}, "size-limiting", true},
          // Runs with the same headers cost less together than the sum of their units.
          {"by-file-with-headers", 0.2, 2, 1, {0.1, 1.5, 1}, "size-limiting", true, 1.3, 1.15, 0.3},
          {"quadratic", 1, 0.4, 2, {1, 1, 1}, "", false},
          // The hint is far off: the first runs show parts that are 20 times as large as the best ones.
          {"cubic", 1, 0.05, 3, {1, 1, 1}, "", false, kAnyTime, 1.25},
          {"undeclared-by-file", 0.5, 2, 1, {1, 1, 1}, "", true}};
}

class Simulation {
 public:
  Simulation(SplitShape shape, const Analyzer& analyzer, double noise, std::uint64_t seed)
      : analyzer_(analyzer), noise_(noise), rng_(seed), project_(split_project(shape, seed, 160)) {
    options_.learned = scratch_.path().value() + "/learned.json";
    options_.use_cache = false;
    options_.may_probe = true;
    options_.jobs = 2;
    prepared_.definition.name = analyzer.name;
    prepared_.definition.splitting.strategy = analyzer.strategy;
    prepared_.definition.splitting.seconds = analyzer.hint;
    for (parts::Unit& unit : project_.graph.units) {
      unit.lines = 50 + rng_.below(400);
      unit.lines += rng_.percent(10) ? 2000 : 0;
      // Costs do not follow the lines.
      costs_.push_back(static_cast<double>(unit.lines) / 1000 * (0.5 + static_cast<double>(rng_.below(150)) / 100));
      headers_.push_back({costs_.size() / 8, rng_.below(20)});
    }
    change(1);
  }

  /// A new text, with costs times `factor`.
  void change(double factor) {
    for (double& cost : costs_) cost *= factor;
    for (parts::Unit& unit : project_.graph.units)
      unit.lines = static_cast<std::uint64_t>(static_cast<double>(unit.lines) * factor);
    prepared_.graph = project_.graph;
    prepared_.weights.clear();
    for (const parts::Unit& unit : prepared_.graph.units)
      prepared_.weights.push_back(static_cast<double>(unit.lines) / 1000);
    ++prepared_.text_hash;
  }

  /// Time of a choice without noise.
  [[nodiscard]] double time_of(const parts::Choice& choice) const {
    std::vector<double> costs;
    for (const parts::Partition& partition : plan_for(prepared_, choice, options_).partitions)
      costs.push_back(seconds(partition.units));
    return parts::makespan(costs, options_.jobs);
  }

  [[nodiscard]] double kept_by(const parts::Choice& choice) const {
    std::vector<UnitSet> sets;
    for (const parts::Partition& partition : plan_for(prepared_, choice, options_).partitions)
      sets.push_back(partition.units);
    return analyzer_.by_file
               ? 1
               : static_cast<double>(kept(project_, sets)) / static_cast<double>(project_.findings.size());
  }

  /// The least time of a fixed strategy that loses almost nothing.
  [[nodiscard]] double best_fixed() const {
    double best = std::numeric_limits<double>::max();
    const auto units = static_cast<double>(prepared_.graph.units.size());
    for (const parts::StrategyRow& row : parts::strategies())
      for (const double pieces : {1, 2, 4, 8, 16, 32, 64}) {
        parts::Choice choice;
        choice.strategy = row.name;
        choice.max_size = std::ceil(units / pieces);
        if (kept_by(choice) >= kKept) best = std::min(best, time_of(choice));
      }
    return best;
  }

  parts::Choice analyze() {
    const parts::Choice choice = *choose(prepared_, "auto", options_);
    std::string problem;
    parts::LearnedTable table = *read_learned(prepared_, options_, problem);
    add_analysis(table, prepared_, measured(choice));
    EXPECT_TRUE(write_learned(table, options_.learned).ok());
    return choice;
  }

 private:
  [[nodiscard]] double seconds(const UnitSet& units) const {
    double sum = 0;
    std::set<std::uint64_t> headers;
    for (const parts::UnitId unit : units) {
      sum += costs_[unit];
      headers.insert(headers_[unit].begin(), headers_[unit].end());
    }
    return analyzer_.fixed + analyzer_.header * static_cast<double>(headers.size()) +
           analyzer_.slope * std::pow(sum, analyzer_.exponent);
  }

  parts::LearnedAnalysis measured(const parts::Choice& choice) {
    const parts::PlannedSplit planned = planned_of(prepared_, choice, options_);
    parts::LearnedAnalysis analysis;
    analysis.state = state_of(prepared_);
    analysis.strategy = choice.strategy;
    analysis.max_size = choice.max_size;
    analysis.size_by = options_.size_by;
    analysis.reach = planned.reach;
    analysis.partitions = planned.plan.partitions.size();
    analysis.cut = cut_units(prepared_, planned.plan, options_);
    for (const parts::Partition& partition : planned.plan.partitions) {
      const double off = 1 + noise_ * (static_cast<double>(rng_.below(2001)) / 1000 - 1);
      double kloc = 0;
      for (const parts::UnitId unit : partition.units)
        kloc += static_cast<double>(prepared_.graph.units[unit].lines) / 1000;
      analysis.runs.push_back({partition.units, kloc, off * seconds(partition.units), 20 + kloc, 0, 0});
    }
    for (std::uint32_t i = 0; i < project_.findings.size(); ++i) add_alert(analysis, planned.plan, i);
    return analysis;
  }

  void add_alert(parts::LearnedAnalysis& analysis, const parts::Plan& plan, std::uint32_t finding) const {
    const UnitSet& needed = project_.findings[finding];
    std::uint64_t there = 0, reports = 0;
    for (const parts::Partition& partition : plan.partitions) {
      const UnitSet& units = partition.units;
      if (!std::binary_search(units.begin(), units.end(), needed.front())) continue;
      ++there;
      reports += analyzer_.by_file || std::includes(units.begin(), units.end(), needed.begin(), needed.end()) ? 1 : 0;
    }
    if (reports == 0) return;
    analysis.alerts.push_back(finding);
    analysis.repeated += there - 1;
    analysis.disagreed += there - reports;
  }

  const Analyzer& analyzer_;
  double noise_;
  core::Rng rng_;
  SplitProject project_;
  core::ScratchFolder scratch_;
  parts::PreparedProject prepared_;
  parts::SplitOptions options_;
  std::vector<double> costs_;
  std::vector<std::vector<std::uint64_t>> headers_;  ///< for each unit
};

class PlantedLearn : public testing::TestWithParam<SplitShape> {};

TEST_P(PlantedLearn, IsAboutAsFastAsTheBestFixedStrategyInEachRun) {
  for (const Analyzer& analyzer : analyzers())
    for (const double noise : {0.0, 0.05}) {
      if (noise == 0 && analyzer.by_file) continue;
      Simulation simulation(GetParam(), analyzer, noise, 5);
      const double best = simulation.best_fixed();
      for (std::size_t run = 0; run < kAnalyses; ++run) {
        const parts::Choice choice = simulation.analyze();
        const std::string where = analyzer.name + ", noise " + std::to_string(noise) + ", run " +
                                  std::to_string(run + 1) + ": " + choice.strategy + ' ' +
                                  std::to_string(choice.max_size);
        EXPECT_LE(simulation.time_of(choice), (run == 0 ? analyzer.first : analyzer.close) * best) << where;
        EXPECT_GE(simulation.kept_by(choice), kKept) << where;
      }
    }
}

TEST_P(PlantedLearn, AdaptsToAChangedProject) {
  const std::vector<Analyzer> all = analyzers();
  for (const Analyzer& analyzer : {all.front(), all[2]}) {
    Simulation simulation(GetParam(), analyzer, 0.1, 7);
    for (std::size_t i = 0; i < kAnalyses; ++i) static_cast<void>(simulation.analyze());
    // The start of a run now dominates: large partitions are best.
    simulation.change(0.05);
    parts::Choice choice;
    for (std::size_t i = 0; i < kAnalyses; ++i) choice = simulation.analyze();
    EXPECT_LE(simulation.time_of(choice), kCloseAfterChange * simulation.best_fixed())
        << analyzer.name << ' ' << choice.max_size;
    EXPECT_GE(simulation.kept_by(choice), kKept) << analyzer.name;
  }
}

TEST(PlantedLearnTwice, TheSameMeasurementsGiveTheSameChoices) {
  const Analyzer analyzer = analyzers().front();
  Simulation one(SplitShape::Modules, analyzer, 0.1, 3), other(SplitShape::Modules, analyzer, 0.1, 3);
  for (std::size_t i = 0; i < 4; ++i) {
    const parts::Choice here = one.analyze(), there = other.analyze();
    EXPECT_EQ(here.strategy, there.strategy);
    EXPECT_EQ(here.max_size, there.max_size);
    EXPECT_EQ(here.reason, there.reason);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PlantedLearn, testing::ValuesIn(split_shapes()),
                         [](const auto& shape) { return std::string(name(shape.param)); });

}  // namespace
}  // namespace assay::planted
