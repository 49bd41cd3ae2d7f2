#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "analyzer/split/plan/auto_choice.hpp"
#include "analyzer/split/plan/prepare.hpp"
#include "core/io/io.hpp"
#include "core/rng/rng.hpp"
#include "core/target/scratch.hpp"
#include "split_projects.hpp"

/// `--partition auto` on made-up projects: whether it arrives at the best of the fixed strategies.
namespace assay::planted {
namespace {

namespace parts = analyzer::splitting;
using parts::UnitSet;

constexpr double kClose = 1.05;  ///< auto may take this much of the best fixed strategy's time
constexpr double kCloseAfterChange = 1.08;
constexpr double kKept = 0.99;  ///< a fixed strategy counts if it keeps this share of the findings
constexpr std::size_t kAnalyses = 8;

/// An analyzer: what its runs really cost, and what its definition says about them.
struct Analyzer {
  std::string name;
  double fixed = 1, slope = 1, exponent = 1;
  analyzer::CostCurve hint;
  std::string strategy;  ///< of the definition
  bool by_file = false;  ///< it finds everything in any partition
  double close = kClose;
};

std::vector<Analyzer> analyzers() {
  return {{"linear", 0.5, 2, 1, {1, 1, 1}, "", false},
          {"linear-without-hint", 0.5, 2, 1, {}, "", false, 1.1},
          {"by-file", 0.2, 2, 1, {0.1, 1.5, 1}, "size-limiting", true},
          {"by-file-with-slow-start", 4, 2, 1, {0.1, 1.5, 1}, "size-limiting", true},
          {"quadratic", 1, 0.4, 2, {1, 1, 1}, "", false},
          {"cubic", 1, 0.05, 3, {1, 1, 1}, "", false},
          {"undeclared-by-file", 0.5, 2, 1, {1, 1, 1}, "", true}};
}

class Simulation {
 public:
  Simulation(SplitShape shape, const Analyzer& analyzer, double noise, std::uint64_t seed)
      : analyzer_(analyzer), noise_(noise), rng_(seed), project_(split_project(shape, seed, 160)) {
    options_.learned = scratch_.path().value() + "/learned.json";
    options_.use_cache = false;
    options_.jobs = 2;
    prepared_.definition.name = analyzer.name;
    prepared_.definition.splitting.strategy = analyzer.strategy;
    prepared_.definition.splitting.seconds = analyzer.hint;
    for (parts::Unit& unit : project_.graph.units) {
      unit.lines = 50 + rng_.below(400);
      unit.lines += rng_.percent(10) ? 2000 : 0;
      // Costs do not follow the lines.
      costs_.push_back(static_cast<double>(unit.lines) / 1000 * (0.5 + static_cast<double>(rng_.below(150)) / 100));
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
    for (const parts::UnitId unit : units) sum += costs_[unit];
    return analyzer_.fixed + analyzer_.slope * std::pow(sum, analyzer_.exponent);
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
};

class PlantedLearn : public testing::TestWithParam<SplitShape> {};

TEST_P(PlantedLearn, ArrivesAtTheBestFixedStrategy) {
  for (const Analyzer& analyzer : analyzers())
    for (const double noise : {0.0, 0.1}) {
      if (noise == 0 && analyzer.by_file) continue;
      Simulation simulation(GetParam(), analyzer, noise, 5);
      parts::Choice choice;
      for (std::size_t i = 0; i < kAnalyses; ++i) choice = simulation.analyze();
      EXPECT_LE(simulation.time_of(choice), analyzer.close * simulation.best_fixed())
          << analyzer.name << ", noise " << noise << ": " << choice.strategy << ' ' << choice.max_size;
      EXPECT_GE(simulation.kept_by(choice), kKept) << analyzer.name << ", noise " << noise;
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
