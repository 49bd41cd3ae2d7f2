// Parf's search (parf.hpp): rounds of samples around the learned setting.
#include <algorithm>
#include <optional>

#include "analyzer/tune/recipe/parf.hpp"
#include "analyzer/tune/search/search_rows.hpp"

namespace assay::analyzer::tune {
namespace {

/// As published: a first run of the default setting names all alarms; a round analyzes four samples within
/// parf::first_limit.
///
/// Differences: the budget limits one use of the result, and so each run. The caller decides how long the tuning lasts,
/// so the number of rounds is such that as many runs are proposed as by the searches of TAILOR (published: 7 rounds).
/// Alarms come from all runs, as the first one may fail. At the end, P_base itself runs; the publications return it
/// without a run.
class Parf final : public Search {
 public:
  explicit Parf(const SearchTask& task) : task_(task), samples_(*task.space, task.rng.split("parf")) {
    const std::size_t lengths = std::size_t{task.longest} * (task.longest + 1) / 2;
    const std::size_t runs = task.domain_rounds * lengths + task.setting_rounds;
    rounds_ = (runs + kSamples - 1) / kSamples;
  }

  std::vector<Proposal> ask() override {
    if (!started_) return {alone(task_.space->standard(), 0)};
    if (round_ < rounds_) {
      std::vector<Proposal> proposals;
      for (std::size_t i = 0; i < kSamples; ++i) proposals.push_back(alone(samples_.draw(), seconds_));
      return proposals;
    }
    if (ended_) return {};
    ended_ = true;
    return {alone(samples_.base(), 0)};
  }

  void tell(std::span<const Evaluation> evaluations) override {
    if (ended_) return;
    std::vector<parf::AnalyzedSetting> results;
    for (const Evaluation& evaluation : evaluations) {
      if (!evaluation.within_budget) continue;
      results.push_back({evaluation.recipe.ingredients.front(), evaluation.alarms});
    }
    if (!started_) {
      started_ = true;
      samples_.learn(results);
      const double time = evaluations.empty() ? 0 : evaluations.front().cpu_seconds;
      seconds_ = parf::first_limit(time, task_.budget.cpu_seconds);
      return;
    }
    samples_.learn(results, kSamples);
    seconds_ = std::min(task_.budget.cpu_seconds, 2 * seconds_);
    ++round_;
  }

 private:
  static Proposal alone(const Ingredient& setting, double seconds) { return {Recipe{{setting}}, seconds}; }

  static constexpr std::size_t kSamples = 4;

  SearchTask task_;
  parf::Rounds samples_;
  double seconds_ = 0;
  std::size_t rounds_ = 0;
  std::size_t round_ = 0;
  bool started_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Search> make_parf(const SearchTask& task) { return std::make_unique<Parf>(task); }

}  // namespace assay::analyzer::tune
