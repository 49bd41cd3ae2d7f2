// Parf's search (parf.hpp): rounds of samples around what was learned so far.
#include <algorithm>
#include <optional>

#include "cost.hpp"
#include "parf.hpp"
#include "search_rows.hpp"

namespace assay::analyzer::tune {
namespace {

/// As published: a first run of the default setting takes `time` and names all alarms; a round analyzes four samples,
/// each for at most max(2 * time, 0.1 * T) seconds, and each next round has twice as much. (The paper's line 3 has the
/// factors exchanged: its text and its experiments call 0.1 and 2 what makes sense only this way round.)
///
/// What is different here: T is what one use of the result may take, which is also the most that any run may; how long
/// the tuning goes on is the caller's to say, so the number of rounds is set such that as many runs are asked for as
/// by the searches of TAILOR (published: 7 rounds). An alarm is one of any run, as the first may fail. In the end
/// P_base itself is run: the publications return it as it is.
class Parf final : public Search {
 public:
  explicit Parf(const SearchTask& task)
      : task_(task), space_(*task.space), rng_(task.rng.split("parf")), base_(space_.standard()) {
    const std::size_t lengths = std::size_t{task.longest} * (task.longest + 1) / 2;
    const std::size_t runs = task.domain_rounds * lengths + task.setting_rounds;
    rounds_ = (runs + kSamples - 1) / kSamples;
  }

  std::vector<Proposal> ask() override {
    if (!started_) return {alone(base_, 0)};
    if (round_ < rounds_) {
      std::vector<Proposal> proposals;
      for (std::size_t i = 0; i < kSamples; ++i)
        proposals.push_back(alone(parf::sample(space_, base_, delta_, rng_), seconds_));
      return proposals;
    }
    if (ended_) return {};
    ended_ = true;
    return {alone(base_, 0)};
  }

  void tell(std::span<const Evaluation> evaluations) override {
    if (ended_) return;
    std::vector<parf::Analyzed> results;
    for (const Evaluation& evaluation : evaluations) {
      if (!evaluation.within_budget) continue;
      results.push_back({evaluation.recipe.ingredients.front(), evaluation.alarms});
      universe_ = united(universe_, evaluation.alarms);
    }
    if (!started_) {
      started_ = true;
      const double time = evaluations.empty() ? 0 : evaluations.front().cpu_seconds;
      seconds_ = std::min(task_.budget.cpu_seconds, std::max(kTime * time, kShare * task_.budget.cpu_seconds));
      return;
    }
    base_ = parf::refined_base(space_, base_, results, universe_);
    delta_ = parf::refined_delta(delta_, results.size(), kSamples);
    seconds_ = std::min(task_.budget.cpu_seconds, 2 * seconds_);
    ++round_;
  }

 private:
  static Proposal alone(const Ingredient& setting, double seconds) { return {Recipe{{setting}}, seconds}; }

  static constexpr std::size_t kSamples = 4;
  static constexpr double kShare = 0.1;
  static constexpr double kTime = 2;

  SearchTask task_;
  const Space& space_;
  core::Rng rng_;
  Ingredient base_;
  parf::Delta delta_;
  std::vector<CheckKey> universe_;
  double seconds_ = 0;
  std::size_t rounds_ = 0;
  std::size_t round_ = 0;
  bool started_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Search> make_parf(const SearchTask& task) { return std::make_unique<Parf>(task); }

}  // namespace assay::analyzer::tune
