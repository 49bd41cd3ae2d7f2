#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analyzer/split/plan/cost_model.hpp"
#include "analyzer/split/plan/prepare.hpp"

namespace assay::analyzer::splitting {
namespace {

/// The share of a limit that a predicted cost may use.
constexpr double kNearLimit = 0.8;
/// The share of the whole run's time that a split may take to be worth its losses.
constexpr double kWorthIt = 0.8;

/// The known costs of an analyzer on a project, and the choices that follow from them.
class Chooser {
 public:
  Chooser(const PreparedProject& prepared, const SplitOptions& options)
      : prepared_(prepared), options_(options), splitting_(prepared.definition.splitting) {
    const CostStore store(cost_path(prepared, options));
    samples_ = store.samples();
    seconds_ = fitted(samples_, &CostSample::seconds, splitting_.seconds);
    megabytes_ = fitted(samples_, &CostSample::megabytes, splitting_.megabytes);
    for (const Unit& unit : prepared.graph.units) {
      whole_size_ += unit.size;
      whole_kloc_ += static_cast<double>(unit.lines) / 1000;
    }
  }

  [[nodiscard]] Choice fixed(const std::string& strategy) const {
    Choice choice = start(strategy);
    choice.max_size = options_.max_size > 0 ? options_.max_size : hinted_size();
    choice.reason = options_.max_size > 0 ? "as asked for" : size_reason_;
    return with_prediction(std::move(choice));
  }

  [[nodiscard]] Choice automatic() const {
    const std::string strategy = splitting_.strategy.empty() ? "union-growth" : splitting_.strategy;
    if (options_.max_size > 0) return fixed(strategy);
    if (!seconds_.known()) return by_hint(strategy);
    const std::string need = whole_is_too_much();
    Choice best = with_prediction(whole(need));
    bool found = need.empty();
    for (double parts = 2; parts <= 64 && whole_size_ / parts >= 1; parts *= 2) {
      Choice choice = start(strategy);
      // Leaves room for repeated units.
      choice.max_size = std::ceil(whole_size_ / parts * (strategy == "size-limiting" ? 1 : 1.25));
      choice = with_prediction(std::move(choice));
      if (!fits(choice)) continue;
      const bool better = !found || choice.split_seconds < kWorthIt * best.split_seconds;
      if (!better) continue;
      choice.reason = need.empty() ? "it takes less time" : need;
      best = std::move(choice);
      found = true;
    }
    if (best.strategy == "whole" && need.empty()) best.reason = why_not(best, strategy);
    if (!found) return smallest(strategy, need);
    return best;
  }

 private:
  [[nodiscard]] static Choice start(const std::string& strategy) {
    Choice choice;
    choice.strategy = strategy;
    return choice;
  }

  [[nodiscard]] Choice whole(const std::string& reason) const {
    Choice choice = start("whole");
    choice.max_size = whole_size_;
    choice.reason = reason;
    return choice;
  }

  /// The number of files that the definition calls fine, in the measure of sizes.
  [[nodiscard]] double hinted_size() const {
    if (splitting_.max_size <= 0) return std::max(1.0, std::ceil(whole_size_ / 2));
    if (options_.size_by == "files") return splitting_.max_size;
    const auto files = static_cast<double>(std::max<std::size_t>(1, prepared_.graph.units.size()));
    return std::ceil(splitting_.max_size * whole_size_ / files);
  }

  [[nodiscard]] Choice by_hint(const std::string& strategy) const {
    const bool small = splitting_.max_size <= 0 || whole_size_ <= hinted_size();
    Choice choice = small ? whole("the cost of this analyzer is not known yet, and nothing shows that it needs parts")
                          : start(strategy);
    if (!small) {
      choice.max_size = hinted_size();
      choice.reason = "the definition says that partitions of this size work";
    }
    return choice;
  }

  /// Why one run on the whole project is too expensive; empty: no reason is known.
  [[nodiscard]] std::string whole_is_too_much() const {
    const double seconds = seconds_.at(whole_kloc_);
    if (seconds > kNearLimit * options_.cpu_seconds)
      return fmt::format("all at once would take {:.0f} of {:.0f} CPU seconds", seconds, options_.cpu_seconds);
    const double memory = static_cast<double>(options_.memory_bytes) / kMebibyte;
    if (megabytes_.known() && megabytes_.at(whole_kloc_) > kNearLimit * memory)
      return fmt::format("all at once would take {:.0f} of {:.0f} MiB", megabytes_.at(whole_kloc_), memory);
    for (const CostSample& sample : samples_)
      if (sample.limited && sample.kloc <= whole_kloc_ && sample.seconds >= kNearLimit * options_.cpu_seconds)
        return fmt::format("{:.1f} KLOC ran out of its limits before", sample.kloc);
    return {};
  }

  [[nodiscard]] bool fits(const Choice& choice) const {
    const double kloc = whole_kloc_ * std::min(1.0, choice.max_size / std::max(1.0, whole_size_));
    if (seconds_.at(kloc) > kNearLimit * options_.cpu_seconds) return false;
    return megabytes_.at(kloc) * kMebibyte <= kNearLimit * static_cast<double>(options_.memory_bytes);
  }

  /// For costs that fit no known size: a small size, whose runs give better estimates.
  [[nodiscard]] Choice smallest(const std::string& strategy, const std::string& need) const {
    Choice choice = start(strategy);
    choice.max_size = std::max(1.0, std::ceil(whole_size_ / 64));
    choice.reason = need + "; parts of no size are sure to fit";
    return with_prediction(std::move(choice));
  }

  [[nodiscard]] std::string why_not(const Choice& best, const std::string& strategy) const {
    if (!splitting_.strategy.empty() && strategy == "size-limiting" && options_.jobs > 1)
      return "it looks at one file at a time, and parts would not be done sooner";
    return fmt::format(
        "splitting cannot pay: a run costs {:.1f} CPU s whatever its size, all at once {:.1f}, and with {} at a time "
        "parts "
        "would take no less",
        seconds_.fixed, best.whole_seconds, options_.jobs);
  }

  [[nodiscard]] Choice with_prediction(Choice choice) const {
    if (!seconds_.known()) return choice;
    choice.whole_seconds = seconds_.at(whole_kloc_);
    choice.whole_megabytes = megabytes_.at(whole_kloc_);
    std::vector<double> costs;
    for (const Partition& partition : plan_for(prepared_, choice, options_).partitions)
      costs.push_back(seconds_.at(kloc_of(prepared_.graph, partition.units)));
    for (const double cost : costs) choice.total_seconds += cost;
    choice.split_seconds = makespan(std::move(costs), options_.jobs);
    return choice;
  }

  const PreparedProject& prepared_;
  const SplitOptions& options_;
  const Splitting& splitting_;
  std::vector<CostSample> samples_;
  CostCurve seconds_, megabytes_;
  double whole_size_ = 0, whole_kloc_ = 0;
  std::string size_reason_ = "as the definition says, or half of the project";
};

}  // namespace

Result<Choice> choose(const PreparedProject& prepared, const std::string& strategy, const SplitOptions& options) {
  const Chooser chooser(prepared, options);
  if (strategy == "auto") return chooser.automatic();
  if (find_strategy(strategy) != nullptr) return chooser.fixed(strategy);
  std::string names = "auto";
  for (const StrategyRow& row : strategies()) names += ", " + std::string(row.name);
  return Error{"there is no strategy '" + strategy + "'", "there are " + names};
}

SplitTask task_for(const PreparedProject& prepared, double max_size, const SplitOptions& options) {
  SplitTask task;
  task.graph = &prepared.graph;
  task.max_size = max_size;
  task.reach = options.reach > 0 ? options.reach : prepared.definition.splitting.reach;
  task.share = options.share;
  return task;
}

Plan plan_for(const PreparedProject& prepared, const Choice& choice, const SplitOptions& options) {
  return plan_of(*find_strategy(choice.strategy), task_for(prepared, choice.max_size, options));
}

}  // namespace assay::analyzer::splitting
