#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "analyzer/split/plan/auto_choice.hpp"
#include "analyzer/split/plan/cost_model.hpp"
#include "analyzer/split/plan/prepare.hpp"

namespace assay::analyzer::splitting {
namespace {

/// Number of partitions for each worker if no cost is known: enough to balance unequal ones.
constexpr double kPartsPerWorker = 4;

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

  [[nodiscard]] Result<Choice> automatic() const {
    const std::string strategy = splitting_.strategy.empty() ? "union-growth" : splitting_.strategy;
    if (options_.max_size > 0) return fixed(strategy);
    std::string problem;
    const Result<LearnedTable> table = read_learned(prepared_, options_, problem);
    if (!table) return table.error();
    const auto costs = std::make_shared<const LearnedCosts>(prepared_, *table, samples_);
    Choice choice = costs->known() ? choose_by_costs({prepared_, options_, *table, *costs}) : by_hint(strategy);
    choice.probes = wants_probes(choice, *costs);
    if (!problem.empty()) choice.notes.push_back(problem);
    if (costs->known()) choice.expected = [costs](const UnitSet& units) { return costs->seconds(units); };
    if (costs->learned()) choice.limit = [costs](const UnitSet& units) { return costs->limit(units); };
    return choice;
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

  /// Small runs are worth their time in the first run, if something is learned from them and a worker has time for
  /// them.
  [[nodiscard]] bool wants_probes(const Choice& choice, const LearnedCosts& costs) const {
    if (!options_.may_probe || costs.learned() || learned_path(prepared_, options_).empty()) return false;
    return options_.jobs > 1 || choice.strategy != "whole";
  }

  [[nodiscard]] Choice by_hint(const std::string& strategy) const {
    if (splitting_.max_size <= 0 && strategy == "size-limiting" && options_.jobs > 1) {
      Choice choice = start(strategy);
      choice.max_size = std::max(1.0, std::ceil(whole_size_ / (kPartsPerWorker * options_.jobs)));
      choice.reason = "the analyzer looks at one file at a time, and each of the workers gets some parts";
      return choice;
    }
    const bool small = splitting_.max_size <= 0 || whole_size_ <= hinted_size();
    Choice choice = small ? whole("the cost of this analyzer is not known yet, and nothing shows that it needs parts")
                          : start(strategy);
    if (!small) {
      choice.max_size = hinted_size();
      choice.reason = "the definition says that partitions of this size work";
    }
    return choice;
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

SplitTask task_for(const PreparedProject& prepared, const Choice& choice, const SplitOptions& options) {
  SplitTask task;
  task.graph = &prepared.graph;
  task.max_size = choice.max_size;
  const unsigned chosen = choice.reach > 0 ? choice.reach : prepared.definition.splitting.reach;
  task.reach = options.reach > 0 ? options.reach : chosen;
  task.share = options.share;
  return task;
}

double cut_units(const PreparedProject& prepared, const Plan& plan, const SplitOptions& options) {
  std::vector<UnitSet> sets;
  for (const Partition& partition : plan.partitions) sets.push_back(partition.units);
  double cut = 0;
  for (const CutClosure& one : plan_from(std::move(sets), task_for(prepared, Choice(), options)).cut)
    cut += 1 - one.kept / one.size;
  return cut;
}

namespace {

/// The sets of the strategy; sets that contain a set of Choice::too_large are split further.
std::vector<UnitSet> sets_for(const SplitTask& task, const Choice& choice) {
  const StrategyRow& strategy = *find_strategy(choice.strategy);
  if (choice.too_large.empty()) return strategy.split(task);
  std::vector<UnitSet> open = strategy.split(task), sets;
  while (!open.empty()) {
    UnitSet set = std::move(open.back());
    open.pop_back();
    const bool fails = std::any_of(choice.too_large.begin(), choice.too_large.end(), [&](const UnitSet& part) {
      return std::includes(set.begin(), set.end(), part.begin(), part.end());
    });
    if (!fails) {
      sets.push_back(std::move(set));
      continue;
    }
    for (Partition& half : halves_of(set, strategy, task)) open.push_back(std::move(half.units));
  }
  return sets;
}

/// The unit of the largest set that is expected to cost least, and an eighth of the set.
std::vector<UnitSet> probes_in(const PreparedProject& prepared, const UnitSet& set) {
  constexpr std::size_t kShare = 8;
  const auto weight = [&](UnitId unit) {
    return prepared.weights.empty() ? static_cast<double>(prepared.graph.units[unit].lines) : prepared.weights[unit];
  };
  const UnitId least =
      *std::min_element(set.begin(), set.end(), [&](UnitId a, UnitId b) { return weight(a) < weight(b); });
  std::vector<UnitSet> probes = {{least}};
  if (set.size() >= 2 * kShare)
    probes.emplace_back(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(set.size() / kShare));
  return probes;
}

}  // namespace

Plan plan_for(const PreparedProject& prepared, const Choice& choice, const SplitOptions& options) {
  const SplitTask task = task_for(prepared, choice, options);
  std::vector<UnitSet> sets = sets_for(task, choice);
  if (!choice.probes) return plan_from(std::move(sets), task);
  const auto largest = std::max_element(sets.begin(), sets.end(),
                                        [](const UnitSet& a, const UnitSet& b) { return a.size() < b.size(); });
  if (largest->size() < 2) return plan_from(std::move(sets), task);
  std::vector<UnitSet> probes = probes_in(prepared, *largest);
  if (choice.strategy == "size-limiting") {
    // Each unit is in one set, and the analyzer misses nothing if a unit runs alone.
    std::erase(*largest, probes.front().front());
    sets.push_back(std::move(probes.front()));
    return plan_from(std::move(sets), task);
  }
  Plan plan = plan_from(std::move(sets), task);
  for (UnitSet& probe : probes) {
    double size = 0;
    for (const UnitId unit : probe) size += prepared.graph.units[unit].size;
    plan.sum += size;
    plan.partitions.push_back({std::move(probe), {}, size});
  }
  return plan;
}

}  // namespace assay::analyzer::splitting
