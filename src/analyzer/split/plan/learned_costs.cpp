#include "analyzer/split/plan/learned_costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "analyzer/split/plan/prepare.hpp"

namespace assay::analyzer::splitting {
namespace {

constexpr double kMinWeight = 1e-6;  ///< of a unit without lines
constexpr int kSweeps = 12;
constexpr int kRounds = 3;
/// Analyses whose mean runs differ by less in size say nothing about the shape of the curve.
constexpr double kMinSizeRatio = 1.25;
/// The same for single runs: differences between units do not cancel out.
constexpr double kMinRunRatio = 4;
constexpr double kMaxExponent = 3.5;
constexpr double kStep = 0.6;      ///< the part of an error that one sweep corrects
constexpr double kRecency = 0.7;   ///< weight of an analysis against the weight of the next one
constexpr double kMaxError = 1.5;  ///< maximum logarithm of an error that counts in one sweep
constexpr double kLimitMargin = 3;
constexpr double kMinLimit = 10;  ///< CPU seconds

/// The curve of an analyzer without a hint, from the mean of one analysis.
CostCurve curve_through(const CostSample& mean, double CostSample::*what) {
  constexpr double kMaxFixed = 0.5, kMaxFixedShare = 0.1;
  const double fixed = std::min(kMaxFixed, kMaxFixedShare * mean.*what);
  return {fixed, mean.kloc > 0 ? (mean.*what - fixed) / mean.kloc : 0, 1};
}

bool has_two_sizes(const std::vector<CostSample>& samples, double ratio) {
  const auto by_size = [](const CostSample& a, const CostSample& b) { return a.kloc < b.kloc; };
  if (samples.empty()) return false;
  const auto [least, most] = std::minmax_element(samples.begin(), samples.end(), by_size);
  return most->kloc >= ratio * least->kloc;
}

}  // namespace

LearnedCosts::LearnedCosts(const PreparedProject& prepared, const LearnedTable& table,
                           const std::vector<CostSample>& samples)
    : weights_(prepared.weights), measured_(prepared.graph.units.size(), false) {
  const std::vector<Unit>& units = prepared.graph.units;
  weights_.resize(units.size(), 0);
  std::map<std::string_view, UnitId> ids;
  for (UnitId unit = 0; unit < units.size(); ++unit) {
    if (prepared.weights.empty()) weights_[unit] = static_cast<double>(units[unit].lines) / 1000;
    weights_[unit] = std::max(kMinWeight, weights_[unit]);
    ids.emplace(units[unit].name, unit);
  }
  std::vector<std::optional<UnitId>> now;
  for (const std::string& name : table.units) {
    const auto at = ids.find(name);
    now.push_back(at == ids.end() ? std::nullopt : std::optional(at->second));
  }
  for (const LearnedAnalysis& analysis : table.analyses) take(analysis, prepared.graph, now);
  has_sizes_ = has_two_sizes(mean_samples(), kMinSizeRatio) || has_two_sizes(done_samples(), kMinRunRatio);
  fit_curves(prepared.definition.splitting, samples);
  if (!known()) return;
  // An analyzer that looks at one file at a time takes the sum of the files' times, however much one file takes.
  if (has_sizes_)
    fit_exponent(prepared.definition.splitting.strategy == "size-limiting" ? 1 : kMaxExponent);
  else
    fit_factors();
}

void LearnedCosts::take(const LearnedAnalysis& analysis, const Graph& graph,
                        const std::vector<std::optional<UnitId>>& now) {
  for (const LearnedRun& row : analysis.runs) {
    Run run;
    for (const std::uint32_t unit : row.units)
      if (now[unit]) run.units.push_back(*now[unit]);
    if (run.units.empty()) continue;
    std::sort(run.units.begin(), run.units.end());
    const double kloc = kloc_of(graph, run.units);
    run.growth = row.kloc > 0 && kloc > 0 ? std::clamp(kloc / row.kloc, 0.01, 100.0) : 1;
    run.seconds = row.seconds;
    run.megabytes = row.megabytes;
    run.limit_seconds = row.limit_seconds;
    run.limit_megabytes = row.limit_megabytes;
    run.analysis = analyses_;
    if (!row.limited())
      for (const UnitId unit : run.units) measured_[unit] = true;
    runs_.push_back(std::move(run));
  }
  ++analyses_;
}

/// The mean run of each analysis: differences between units cancel out, so these samples tell what a run costs beyond
/// its units.
std::vector<CostSample> LearnedCosts::mean_samples() const {
  std::vector<CostSample> sums(analyses_);
  std::vector<double> count(analyses_, 0);
  for (const Run& run : runs_) {
    if (run.limited()) continue;
    sums[run.analysis].kloc += weight_then(run);
    sums[run.analysis].seconds += run.seconds;
    sums[run.analysis].megabytes += run.megabytes;
    ++count[run.analysis];
  }
  std::vector<CostSample> means;
  for (std::size_t i = 0; i < analyses_; ++i)
    if (count[i] > 0)
      means.push_back({sums[i].kloc / count[i], sums[i].seconds / count[i], sums[i].megabytes / count[i], false});
  return means;
}

std::vector<CostSample> LearnedCosts::done_samples() const {
  std::vector<CostSample> samples;
  for (const Run& run : runs_)
    if (!run.limited()) samples.push_back({weight_then(run), run.seconds, run.megabytes, false});
  return samples;
}

void LearnedCosts::fit_curves(const Splitting& hints, const std::vector<CostSample>& samples) {
  const std::vector<CostSample> means = mean_samples();
  std::vector<CostSample> known = samples;
  if (has_two_sizes(means, kMinSizeRatio)) {
    known.clear();
    // Three samples are the minimum of a fit.
    for (int copy = 0; copy < 3; ++copy) known.insert(known.end(), means.begin(), means.end());
  } else if (!means.empty()) {
    known.clear();
    for (const Run& run : runs_) known.push_back({weight_of(run.units), run.seconds, run.megabytes, run.limited()});
  }
  seconds_ = fitted(known, &CostSample::seconds, hints.seconds);
  megabytes_ = fitted(known, &CostSample::megabytes, hints.megabytes);
  if (means.empty()) return;
  if (!megabytes_.known()) megabytes_ = curve_through(means.back(), &CostSample::megabytes);
  const CostCurve plain = curve_through(means.back(), &CostSample::seconds);
  if (!seconds_.known()) seconds_ = plain;
  if (has_two_sizes(means, kMinSizeRatio)) return;
  // Nor do they show how memory grows: the differences between units would be taken for growth.
  if (megabytes_.exponent > hints.megabytes.exponent) megabytes_ = curve_through(means.back(), &CostSample::megabytes);
  // Runs of one size do not show what a run costs beyond its units. A low estimate would make small partitions seem
  // cheap.
  const double fixed = hints.seconds.known() ? hints.seconds.fixed : plain.fixed;
  const double mean = means.back().seconds;
  if (fixed <= seconds_.fixed || mean <= fixed) return;
  seconds_.slope *= (mean - fixed) / (mean - seconds_.fixed);
  seconds_.fixed = fixed;
}

double LearnedCosts::weight_of(const UnitSet& units) const {
  double sum = 0;
  for (const UnitId unit : units) sum += weights_[unit];
  return sum;
}

/// Logarithm of the measured size of the run's units, as the curve says, divided by the expected one.
double LearnedCosts::log_error(const Run& run) const {
  if (seconds_.slope <= 0) return 0;
  const double own = std::max(run.seconds - seconds_.fixed, 0.1 * run.seconds);
  const double size = std::pow(std::max(own, 1e-6) / seconds_.slope, 1 / seconds_.exponent);
  const double error = std::log(size / weight_then(run));
  // A run that a limit ended may have needed any time: twice the measured time is assumed.
  return run.limited() ? std::clamp(error + std::log(2.0), 0.0, kMaxError) : std::clamp(error, -kMaxError, kMaxError);
}

void LearnedCosts::fit_factors() {
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    std::vector<double> errors(weights_.size(), 0), counts(weights_.size(), 0);
    for (const Run& run : runs_) {
      const double error = log_error(run);
      const double count = std::pow(kRecency, static_cast<double>(analyses_ - 1 - run.analysis));
      for (const UnitId unit : run.units) {
        errors[unit] += count * error;
        counts[unit] += count;
      }
    }
    for (UnitId unit = 0; unit < weights_.size(); ++unit)
      if (counts[unit] > 0) weights_[unit] *= std::exp(kStep * errors[unit] / counts[unit]);
  }
}

/// Chooses the least exponent with which curve and factors explain the runs about as well as with the best one: with a
/// wrong one, the same units cost more in large partitions than in small ones, or less. A larger exponent promises more
/// of small partitions.
void LearnedCosts::fit_exponent(double max_exponent) {
  constexpr double kAsGood = 8;  // a difference of misfits that noise makes
  struct Model {
    CostCurve curve;
    std::vector<double> weights;
    double misfit = 0;
  };
  const std::vector<double> start = weights_;
  std::vector<Model> models;
  double least = std::numeric_limits<double>::max();
  for (double exponent = 1; exponent <= max_exponent; exponent += 0.25) {
    weights_ = start;
    for (int round = 0; round < kRounds; ++round) {
      seconds_ = fitted_with(done_samples(), &CostSample::seconds, exponent);
      fit_factors();
    }
    models.push_back({seconds_, weights_, misfit(start)});
    least = std::min(least, models.back().misfit);
  }
  const auto best =
      std::find_if(models.begin(), models.end(), [&](const Model& model) { return model.misfit <= least + kAsGood; });
  weights_ = best->weights;
  seconds_ = best->curve;
}

/// How badly the curve and the factors explain the runs.
double LearnedCosts::misfit(const std::vector<double>& start) const {
  constexpr double kUsualError = 0.05, kUsualFactor = 0.7;
  double sum = 0;
  for (const Run& run : runs_) sum += std::pow(log_error(run) / kUsualError, 2);
  for (UnitId unit = 0; unit < weights_.size(); ++unit)
    sum += std::pow(std::log(weights_[unit] / start[unit]) / kUsualFactor, 2);
  return sum;
}

double LearnedCosts::seconds(const UnitSet& units) const { return seconds_.at(weight_of(units)); }

double LearnedCosts::fixed_risk() const {
  double least = std::numeric_limits<double>::max();
  for (const Run& run : runs_)
    if (!run.limited()) least = std::min(least, run.seconds);
  return has_sizes_ ? std::max(0.0, least - seconds_.fixed) : 0;
}

double LearnedCosts::megabytes(const UnitSet& units) const { return megabytes_.at(weight_of(units)); }

double LearnedCosts::limit(const UnitSet& units) const {
  for (const UnitId unit : units)
    if (!measured_[unit]) return 0;
  return std::max(kMinLimit, kLimitMargin * seconds(units));
}

std::vector<UnitSet> LearnedCosts::too_large(double cpu_seconds, double megabytes) const {
  std::vector<UnitSet> sets;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const Run& run = runs_[i];
    const bool counts =
        run.limited() && run.limit_seconds >= cpu_seconds && run.limit_megabytes >= megabytes && run.units.size() > 1;
    if (!counts) continue;
    const bool fits_now =
        std::any_of(runs_.begin() + static_cast<std::ptrdiff_t>(i), runs_.end(), [&](const Run& other) {
          return !other.limited() &&
                 std::includes(other.units.begin(), other.units.end(), run.units.begin(), run.units.end());
        });
    if (!fits_now && std::find(sets.begin(), sets.end(), run.units) == sets.end()) sets.push_back(run.units);
  }
  return sets;
}

}  // namespace assay::analyzer::splitting
