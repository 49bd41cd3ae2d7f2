#pragma once

#include <optional>
#include <vector>

#include "analyzer/split/plan/cost_model.hpp"
#include "analyzer/split/plan/learned.hpp"

namespace assay::analyzer::splitting {

/// Costs of runs that were not measured, estimated from the measured ones: a curve by size, and a factor for each unit
/// by which its runs cost more or less than the curve says. The same table and project give the same numbers.
class LearnedCosts {
 public:
  /// `samples`: of an older store; used as long as the table has no runs.
  LearnedCosts(const PreparedProject& prepared, const LearnedTable& table, const std::vector<CostSample>& samples);

  /// True if costs can be estimated: from runs, or from the definition's hint.
  [[nodiscard]] bool known() const { return seconds_.known(); }
  /// True if there are measured runs.
  [[nodiscard]] bool learned() const { return !runs_.empty(); }
  /// True if runs of clearly different sizes show how costs grow with the size.
  [[nodiscard]] bool has_sizes() const { return has_sizes_; }
  /// CPU seconds by which a run may cost more beyond its units than expected: the smallest run bounds them.
  [[nodiscard]] double fixed_risk() const;
  /// Expected CPU seconds of one run on these units.
  [[nodiscard]] double seconds(const UnitSet& units) const;
  [[nodiscard]] double megabytes(const UnitSet& units) const;
  /// True if a run with a result had the unit.
  [[nodiscard]] bool is_measured(UnitId unit) const { return measured_[unit]; }
  /// CPU limit for a run on these units: three times what it needed before, at least 10 s. 0 if a unit is new.
  [[nodiscard]] double limit(const UnitSet& units) const;
  /// Sets of several units that exceeded limits that were at least these ones, and that no later run could analyze.
  [[nodiscard]] std::vector<UnitSet> too_large(double cpu_seconds, double megabytes) const;

 private:
  struct Run {
    UnitSet units;
    double growth = 1;  ///< lines of the units now, as a multiple of their lines at that time
    double seconds = 0;
    double megabytes = 0;
    double limit_seconds = 0, limit_megabytes = 0;
    std::size_t analysis = 0;
    [[nodiscard]] bool limited() const { return limit_seconds > 0; }
  };
  void take(const LearnedAnalysis& analysis, const Graph& graph, const std::vector<std::optional<UnitId>>& now);
  void fit_curves(const Splitting& hints, const std::vector<CostSample>& samples);
  [[nodiscard]] std::vector<CostSample> mean_samples() const;
  [[nodiscard]] std::vector<CostSample> done_samples() const;
  [[nodiscard]] double log_error(const Run& run) const;
  void fit_factors();
  void fit_exponent(double max_exponent);
  [[nodiscard]] double misfit(const std::vector<double>& start) const;
  [[nodiscard]] double weight_of(const UnitSet& units) const;
  /// The weight that the run's units had at that time.
  [[nodiscard]] double weight_then(const Run& run) const { return weight_of(run.units) / run.growth; }

  std::vector<Run> runs_;
  std::vector<double> weights_;  ///< in thousands of lines of average cost
  std::vector<bool> measured_;
  std::size_t analyses_ = 0;
  bool has_sizes_ = false;
  CostCurve seconds_, megabytes_;
};

}  // namespace assay::analyzer::splitting
