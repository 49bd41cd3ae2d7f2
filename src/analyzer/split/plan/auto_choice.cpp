#include "analyzer/split/plan/auto_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "analyzer/split/plan/prepare.hpp"

namespace assay::analyzer::splitting {
namespace {

/// The share of a limit that a predicted cost may use.
constexpr double kNearLimit = 0.8;
/// The share of the whole run's time that a split may take to be worth its losses, as long as these are not known.
constexpr double kWorthIt = 0.8;
/// The same for a split that loses nothing, and for a candidate that was never measured.
constexpr double kClearGain = 0.97;
/// Maximum share of the alerts that a candidate may lose, and that a candidate without measurements is expected to
/// lose.
constexpr double kMaxLoss = 0.01, kMaxGuessedLoss = 0.005;
/// Analyses that lost nothing say little about plans that cut more: these are expected to lose at least this share of
/// what the counted disagreements say.
constexpr double kMinLossRatio = 0.5;
/// The part of the longest run by which several workers may end later than predicted: without and with measurements.
constexpr double kGuessRisk = 0.1, kLearnedRisk = 0.05;
/// The expected share of alerts that a unit with cut dependencies loses, as long as no run shows it.
constexpr double kUnknownLoss = 0.5;
constexpr std::uint64_t kMinRepeated = 10;
/// Larger projects get fewer candidates, because plans take time.
constexpr double kFewUnits = 1000, kManyUnits = 5000;

struct Candidate {
  Choice choice;
  std::size_t partitions = 0;
  double cut = 0;      ///< as cut_units
  double seconds = 0;  ///< expected or measured time until all partitions are done
  double longest = 0;  ///< largest share of a limit that a partition needs; partitions of one unit do not count
  double loss = 0;     ///< expected or measured share of lost alerts
  bool measured = false;
};

class AutoChooser {
 public:
  explicit AutoChooser(const AutoTask& task)
      : task_(task),
        splitting_(task.prepared.definition.splitting),
        strategy_(splitting_.strategy.empty() ? "union-growth" : splitting_.strategy),
        by_file_(strategy_ == "size-limiting"),
        state_(state_of(task.prepared)),
        too_large_(task.costs.too_large(task.options.cpu_seconds,
                                        static_cast<double>(task.options.memory_bytes) / kMebibyte)) {
    for (const Unit& unit : task.prepared.graph.units) whole_size_ += unit.size;
    for (const LearnedAnalysis& analysis : task.table.analyses) take(analysis);
    loss_ratio_ = find_loss_ratio();
    if (fewest_ == 0) most_ = std::numeric_limits<std::uint64_t>::max();
  }

  Choice choose() {
    add_candidates();
    calibrate();
    const Candidate best = task_.costs.learned() ? best_learned() : best_guess();
    Choice choice = best.choice;
    const Candidate& whole = candidates_.front();
    choice.whole_seconds = task_.costs.seconds(everything());
    choice.whole_megabytes = task_.costs.megabytes(everything());
    choice.split_seconds = best.seconds;
    choice.reason = reason_for(best, whole);
    for (const Partition& partition : plan_for(task_.prepared, choice, task_.options).partitions)
      choice.total_seconds += task_.costs.seconds(partition.units);
    return choice;
  }

 private:
  [[nodiscard]] UnitSet everything() const {
    UnitSet all(task_.prepared.graph.units.size());
    for (UnitId unit = 0; unit < all.size(); ++unit) all[unit] = unit;
    return all;
  }

  /// Collects what an analysis says about the candidates: alerts count only in the project's present state.
  void take(const LearnedAnalysis& analysis) {
    fewest_ = fewest_ == 0 ? analysis.partitions : std::min(fewest_, analysis.partitions);
    most_ = std::max(most_, analysis.partitions);
    repeated_ += analysis.repeated;
    disagreed_ += analysis.disagreed;
    if (analysis.state != state_) return;
    if (!present_.empty() && analysis.missing > present_.front()->missing) return;
    if (!present_.empty() && analysis.missing < present_.front()->missing) {
      present_.clear();
      reference_ = nullptr;
    }
    present_.push_back(&analysis);
    if (reference_ == nullptr || analysis.cut <= reference_->cut) reference_ = &analysis;
  }

  /// `room`: for repeated units.
  [[nodiscard]] Choice start(const std::string& strategy, double parts, unsigned reach, bool room = true) const {
    Choice choice;
    choice.strategy = strategy;
    const double factor = room && strategy != "size-limiting" ? 1.25 : 1;
    choice.max_size = parts == 1 ? whole_size_ : std::ceil(whole_size_ / parts * factor);
    choice.reach = reach;
    return choice;
  }

  void add_candidates() {
    add(start("whole", 1, 0));
    std::vector<std::pair<std::string, unsigned>> rows = {{strategy_, 0}};
    const auto units = static_cast<double>(task_.prepared.graph.units.size());
    const bool small = units <= kManyUnits, fine = task_.costs.learned() && units <= kFewUnits;
    if (task_.costs.learned() && small) {
      if (!by_file_) rows.emplace_back("size-limiting", 0);
      if (by_file_) rows.emplace_back("union-growth", 0);
      if (task_.options.reach == 0 && splitting_.reach > 1) rows.emplace_back("union-growth", 1);
    }
    for (const auto& [strategy, reach] : rows)
      for (const double parts : {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64})
        for (const bool room : {true, false})
          if (whole_size_ / parts >= 1 && (room || fine)) add(start(strategy, parts, reach, room));
    for (const LearnedAnalysis* analysis : present_) {
      if (analysis->size_by != task_.options.size_by) continue;
      Choice choice = start(analysis->strategy, 1, analysis->reach);
      choice.max_size = analysis->max_size;
      add(std::move(choice));
    }
  }

  [[nodiscard]] unsigned reach_of(const Choice& choice) const {
    return task_for(task_.prepared, choice, task_.options).reach;
  }

  [[nodiscard]] bool is_same(const LearnedAnalysis& analysis, const Choice& choice) const {
    const bool same_reach =
        choice.strategy == "whole" || choice.strategy == "size-limiting" || analysis.reach == reach_of(choice);
    return analysis.strategy == choice.strategy && same_reach && analysis.size_by == task_.options.size_by &&
           (choice.strategy == "whole" || analysis.max_size == choice.max_size);
  }

  void add(Choice choice) {
    for (const Candidate& other : candidates_)
      if (other.choice.strategy == choice.strategy && other.choice.max_size == choice.max_size &&
          reach_of(other.choice) == reach_of(choice))
        return;
    choice.too_large = too_large_;
    Candidate made;
    const Plan plan = plan_for(task_.prepared, choice, task_.options);
    made.partitions = plan.partitions.size();
    made.cut = cut_units(task_.prepared, plan, task_.options);
    const double megabytes = static_cast<double>(task_.options.memory_bytes) / kMebibyte;
    std::vector<double> costs;
    for (const Partition& partition : plan.partitions) {
      costs.push_back(task_.costs.seconds(partition.units));
      if (partition.units.size() == 1) continue;
      made.longest = std::max(
          {made.longest, costs.back() / task_.options.cpu_seconds, task_.costs.megabytes(partition.units) / megabytes});
    }
    const double risk = task_.costs.learned() ? kLearnedRisk : kGuessRisk;
    const bool waits = task_.options.jobs > 1 && costs.size() > 1;
    made.seconds =
        (waits ? risk * *std::max_element(costs.begin(), costs.end()) : 0) + makespan(costs, task_.options.jobs);
    made.choice = std::move(choice);
    measure(made);
    made.loss = loss_of(made);
    candidates_.push_back(std::move(made));
  }

  /// True for a run on a part of another run's units, which only measures: the next plan has no such run.
  static bool is_probe(const LearnedAnalysis& analysis, const LearnedRun& run) {
    return std::any_of(analysis.runs.begin(), analysis.runs.end(), [&](const LearnedRun& other) {
      return other.units.size() > run.units.size() && std::all_of(run.units.begin(), run.units.end(), [&](auto unit) {
               return std::find(other.units.begin(), other.units.end(), unit) != other.units.end();
             });
    });
  }

  /// Replaces the expected time by the mean of the measured ones.
  void measure(Candidate& candidate) {
    double sum = 0, count = 0;
    for (const LearnedAnalysis* analysis : present_) {
      if (!is_same(*analysis, candidate.choice)) continue;
      std::vector<double> costs;
      bool limited = false;
      for (const LearnedRun& run : analysis->runs) {
        if (!is_probe(*analysis, run)) costs.push_back(run.seconds);
        limited = limited || run.limited();
      }
      if (limited) continue;
      sum += makespan(std::move(costs), task_.options.jobs);
      ++count;
    }
    if (count == 0) return;
    ratios_[candidate.choice.strategy].push_back(sum / count / std::max(1e-9, candidate.seconds));
    candidate.seconds = sum / count;
    candidate.measured = true;
  }

  /// Corrects the expected times by the errors for measured candidates, of the same strategy if there are any.
  void calibrate() {
    std::vector<double> all;
    for (const auto& [strategy, ratios] : ratios_) all.insert(all.end(), ratios.begin(), ratios.end());
    if (all.empty()) return;
    for (Candidate& candidate : candidates_) {
      if (candidate.measured) continue;
      const auto own = ratios_.find(candidate.choice.strategy);
      const std::vector<double>& ratios = own == ratios_.end() ? all : own->second;
      double sum = 0;
      for (const double ratio : ratios) sum += ratio;
      candidate.seconds *= std::clamp(sum / static_cast<double>(ratios.size()), 0.5, 2.0);
    }
  }

  /// The share of alerts that is lost with the dependencies of this many units cut. A unit in several partitions shows
  /// it, because each partition has other parts of the unit's dependencies.
  [[nodiscard]] double expected_loss(double cut) const {
    double by_cut = by_file_ ? 0 : kUnknownLoss;
    if (repeated_ >= kMinRepeated) by_cut = static_cast<double>(disagreed_) / static_cast<double>(repeated_);
    return by_cut * cut / static_cast<double>(task_.prepared.graph.units.size());
  }

  /// The share of the reference's alerts that the analysis lacks, and the share that the reference itself lacks, as
  /// expected. The reference is the analysis that cuts the fewest dependencies.
  [[nodiscard]] double measured_loss(const LearnedAnalysis& analysis) const {
    const double expected = expected_loss(reference_->cut);
    if (reference_->alerts.empty()) return expected;
    std::vector<std::uint32_t> lost;
    std::set_difference(reference_->alerts.begin(), reference_->alerts.end(), analysis.alerts.begin(),
                        analysis.alerts.end(), std::back_inserter(lost));
    return expected + static_cast<double>(lost.size()) / static_cast<double>(reference_->alerts.size());
  }

  /// By how much more or less the analyses of the present state lost than expected.
  [[nodiscard]] double find_loss_ratio() const {
    constexpr double kWeak = 0.002;  // losses that are too small to show anything
    double measured = kWeak, expected = kWeak;
    for (const LearnedAnalysis* analysis : present_) {
      measured += measured_loss(*analysis) - expected_loss(reference_->cut);
      expected += std::max(0.0, expected_loss(analysis->cut) - expected_loss(reference_->cut));
    }
    return std::clamp(measured / expected, kMinLossRatio, 3.0);
  }

  [[nodiscard]] double loss_of(const Candidate& candidate) const {
    double loss = loss_ratio_ * expected_loss(candidate.cut);
    for (const LearnedAnalysis* analysis : present_) {
      const double measured = measured_loss(*analysis);
      if (is_same(*analysis, candidate.choice)) return measured;
      // Smaller partitions lose no fewer alerts than larger ones, and larger ones no more than smaller ones.
      if (analysis->strategy != candidate.choice.strategy || analysis->size_by != task_.options.size_by) continue;
      if (analysis->max_size >= candidate.choice.max_size && analysis->reach >= reach_of(candidate.choice))
        loss = std::max(loss, measured);
      if (analysis->max_size <= candidate.choice.max_size && analysis->reach <= reach_of(candidate.choice))
        loss = std::min(loss, measured);
    }
    return loss;
  }

  /// The candidates within the limits; all that come nearest to them if there are none.
  [[nodiscard]] std::vector<const Candidate*> within_limits() const {
    double least = std::numeric_limits<double>::max();
    for (const Candidate& one : candidates_) least = std::min(least, one.longest);
    std::vector<const Candidate*> fitting;
    for (const Candidate& one : candidates_)
      if (one.longest <= std::max(least, kNearLimit)) fitting.push_back(&one);
    return fitting;
  }

  /// Without measurements: the whole project, unless it exceeds the limits or a split is clearly faster. Of splits that
  /// are expected to take about the same time, the fewest partitions: what a run costs beyond its units is not known.
  [[nodiscard]] Candidate best_guess() const {
    const std::vector<const Candidate*> fitting = within_limits();
    const double least = fastest(fitting)->seconds;
    for (const Candidate* one : fitting) {
      const double gain = by_file_ || one->choice.strategy != "whole" ? kClearGain : kWorthIt;
      if (gain * one->seconds <= least) return *one;
    }
    return *fastest(fitting);
  }

  /// Number of partitions near a measured one: a step beyond is a guess. It may be larger if runs of several sizes show
  /// how costs grow.
  [[nodiscard]] bool is_near(const Candidate& candidate) const {
    const std::uint64_t step = task_.costs.has_sizes() ? 10 : 2;
    return candidate.partitions * step >= fewest_ && candidate.partitions / step <= most_;
  }

  /// Seconds that the further partitions of `fresh` may take beyond the expected ones: a run may cost as much beyond
  /// its units as the smallest measured run took.
  [[nodiscard]] double start_risk(const Candidate& fresh, const Candidate& known) const {
    if (fresh.partitions <= known.partitions) return 0;
    return static_cast<double>(fresh.partitions - known.partitions) * task_.costs.fixed_risk() / task_.options.jobs;
  }

  [[nodiscard]] static const Candidate* fastest(const std::vector<const Candidate*>& from) {
    const Candidate* best = nullptr;
    for (const Candidate* one : from)
      if (best == nullptr || one->seconds < best->seconds) best = one;
    return best;
  }

  /// With measurements: the fastest measured candidate, or a candidate that is expected to be clearly faster.
  [[nodiscard]] Candidate best_learned() const {
    const std::vector<const Candidate*> fitting = within_limits();
    double least = std::numeric_limits<double>::max();
    for (const Candidate* one : fitting) least = std::min(least, one->loss);
    std::vector<const Candidate*> measured, near, far;
    for (const Candidate* one : fitting)
      if (one->loss <= std::max(least, one->measured ? kMaxLoss : kMaxGuessedLoss))
        (one->measured ? measured : is_near(*one) ? near : far).push_back(one);
    const Candidate* const known = fastest(measured);
    if (known == nullptr) return *fastest(near.empty() ? far : near);
    const Candidate* best = known;
    double gain = kClearGain * known->seconds;
    for (const Candidate* one : near) {
      const double seconds = one->seconds + start_risk(*one, *known);
      if (seconds < gain) best = one;
      gain = std::min(gain, seconds);
    }
    return *best;
  }

  [[nodiscard]] std::string reason_for(const Candidate& best, const Candidate& whole) const {
    const double seconds = task_.costs.seconds(everything());
    const std::size_t analyses = task_.table.analyses.size();
    const std::string learned =
        analyses == 0 ? "" : fmt::format(" (learned from {} analys{}s)", analyses, analyses == 1 ? "i" : "e");
    if (whole.longest > kNearLimit && best.choice.strategy != "whole") {
      const std::string none = best.longest > kNearLimit ? "; parts of no size are sure to fit" : "";
      return fmt::format("all at once would take {:.0f} of {:.0f} CPU seconds and {:.0f} of {} MiB", seconds,
                         task_.options.cpu_seconds, task_.costs.megabytes(everything()),
                         task_.options.memory_bytes >> 20) +
             none + learned;
    }
    if (best.choice.strategy != "whole")
      return fmt::format("it {} {:.1f} s with {} at a time", best.measured ? "took" : "is expected to take",
                         best.seconds, task_.options.jobs) +
             learned;
    return fmt::format(
               "splitting cannot pay: all at once {} {:.1f} CPU s, and with {} at a time parts that lose nothing "
               "would take no less",
               best.measured ? "took" : "is expected to take", best.seconds, task_.options.jobs) +
           learned;
  }

  const AutoTask& task_;
  const Splitting& splitting_;
  std::string strategy_;
  bool by_file_;  ///< the definition says that the analyzer looks at one file at a time
  std::string state_;
  std::vector<UnitSet> too_large_;
  double whole_size_ = 0;
  std::uint64_t fewest_ = 0, most_ = 0;  ///< partitions of earlier analyses
  std::uint64_t repeated_ = 0, disagreed_ = 0;
  double loss_ratio_ = 1;
  std::vector<const LearnedAnalysis*> present_;  ///< of the present state, with the fewest missing files
  const LearnedAnalysis* reference_ = nullptr;
  std::vector<Candidate> candidates_;  ///< the first one is the whole project
  std::map<std::string, std::vector<double>> ratios_;
};

}  // namespace

Choice choose_by_costs(const AutoTask& task) { return AutoChooser(task).choose(); }

}  // namespace assay::analyzer::splitting
