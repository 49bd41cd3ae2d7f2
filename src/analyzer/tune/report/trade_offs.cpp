#include <algorithm>
#include <tuple>

#include "analyzer/tune/report/tune_job.hpp"
#include "analyzer/tune/run/cost.hpp"

namespace assay::analyzer::tune {
namespace {

/// True if `one` takes clearly less of some resource than `other`.
bool is_clearly_cheaper(const TuneStep& one, const TuneStep& other) {
  constexpr double kMemory = 1.25;
  constexpr double kMemoryBytes = 16U << 20;
  const auto least = static_cast<double>(one.memory_bytes) * kMemory + kMemoryBytes;
  return about_the_same_seconds(one.cost_seconds) < other.cost_seconds ||
         least < static_cast<double>(other.memory_bytes);
}

}  // namespace

std::vector<TuneStep> trade_offs(const Tuned& tuned) {
  const std::string chosen = tuned.best ? tuned.best->text() : std::string();
  std::vector<const TuneStep*> usable;
  for (const TuneStep& step : tuned.history)
    if (step.reason.empty()) usable.push_back(&step);
  std::stable_sort(usable.begin(), usable.end(), [&](const TuneStep* one, const TuneStep* other) {
    const auto key = [&](const TuneStep* step) {
      return std::tuple(step->alarms, step->recipe != chosen, step->cost_seconds, step->memory_bytes);
    };
    return key(one) < key(other);
  });
  std::vector<TuneStep> front;
  for (const TuneStep* step : usable)
    if (std::all_of(front.begin(), front.end(),
                    [&](const TuneStep& better) { return is_clearly_cheaper(*step, better); }))
      front.push_back(*step);
  return front;
}

}  // namespace assay::analyzer::tune
