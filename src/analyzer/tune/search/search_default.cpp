// The default search. It uses three measured properties of real analyzers: half of the gain is one better
// configuration, a learned order finds most of it early, and finished runs can be combined into recipes without new
// runs.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "analyzer/tune/recipe/assembly.hpp"
#include "analyzer/tune/recipe/function_level.hpp"
#include "analyzer/tune/recipe/parf.hpp"
#include "analyzer/tune/recipe/schedule.hpp"
#include "analyzer/tune/search/search_rows.hpp"
#include "analyzer/tune/space/order.hpp"

namespace assay::analyzer::tune {
namespace {

// Number of proposals at a time, for any number of processors. A learned order already has what helped elsewhere, so
// after it, a step without success ends the search.
constexpr std::size_t kBatch = 4;
constexpr std::size_t kBatchAfterLearned = 2;
constexpr std::size_t kBarrenRounds = 2;  // consecutive rounds of samples without success

using SearchStatus = Outcome::Status;

class DefaultSearch final : public Search {
 public:
  explicit DefaultSearch(const SearchTask& task)
      : task_(task),
        space_(*task.space),
        schedule_(task.schedule),
        learned_(!task.schedule.empty()),
        functions_(task_),
        wins_(space_.knobs().size(), {1, 2}) {
    if (schedule_.empty()) schedule_ = plain_schedule(space_);
    schedule_.insert(schedule_.begin(), space_.standard());
    most_runs_ = std::size_t{task.domain_rounds} * task.longest + task.setting_rounds;
    most_samples_ = std::min<std::size_t>(task.samples, most_runs_);
  }

  std::vector<Proposal> ask() override {
    if (std::optional<Proposal> recipe = new_assembly()) return {*recipe};
    std::vector<Proposal> batch = from_schedule();
    if (batch.empty() && !level_two_) batch = from_moves();
    if (batch.empty() && !level_two_) batch = from_samples();
    if (batch.empty()) batch = in_functions();
    return batch;
  }

  void tell(std::span<const Evaluation> evaluations) override {
    for (const Evaluation& evaluation : evaluations) hear(evaluation);
    if (!round_.empty()) hear_round(evaluations);
  }

 private:
  struct Odds {
    unsigned won = 1, tried = 2;
  };

  void hear(const Evaluation& evaluation) {
    const bool alone = evaluation.recipe.ingredients.size() == 1;
    if (evaluation.within_budget && (!best_ || evaluation.cost < best_->cost)) {
      best_ = evaluation;
      idle_ = 0;
    }
    if (!alone || evaluation.runs.empty()) return;
    const Outcome& outcome = *evaluation.runs.front();
    const Ingredient& ingredient = evaluation.recipe.ingredients.front();
    known_[ingredient] = outcome.status;
    const bool is_sample = round_.contains(ingredient);
    steps_ += is_sample ? 0 : 1;
    const bool had_less = is_sample && sample_seconds_ < task_.budget.cpu_seconds;
    if (outcome.status == SearchStatus::Limited && !had_less) beyond_.push_back(ingredient);
    ++idle_;
    if (!evaluation.within_budget) return;
    parts_.push_back({ingredient, evaluation.cpu_seconds, evaluation.memory_bytes, evaluation.alarms});
    if (!best_alone_ || evaluation.cost < best_alone_->first) best_alone_ = {evaluation.cost, ingredient};
    const Recipe recipe = assembled(parts_, task_.budget, task_.weights, task_.longest);
    const bool helped = recipe != assembly_;
    assembly_ = recipe;
    if (helped) idle_ = 0;
    if (const auto at = moved_.find(ingredient); at != moved_.end()) {
      wins_[at->second].won += helped ? 1 : 0;
      ++wins_[at->second].tried;
    }
  }

  /// The best recipe of the runs so far, unless it was already proposed.
  std::optional<Proposal> new_assembly() {
    if (assembly_.ingredients.size() < 2 || !asked_.insert(assembly_).second) return std::nullopt;
    return Proposal{assembly_, 0};
  }

  std::vector<Proposal> from_schedule() {
    std::vector<Proposal> batch;
    while (batch.size() < batch_size() && next_ < schedule_.size() && steps_ + batch.size() < most_runs_) {
      const Ingredient& ingredient = schedule_[next_++];
      add(batch, ingredient);
    }
    return batch;
  }

  /// Proposals with one changed knob, around the best single ingredient and the ingredients of the best recipe.
  std::vector<Proposal> from_moves() {
    std::vector<Proposal> batch;
    if (steps_ >= most_runs_ || idle_ >= patience()) return batch;
    std::vector<Ingredient> centers = assembly_.ingredients;
    if (best_alone_) centers.push_back(best_alone_->second);
    struct Move {
      double score = 0;
      std::size_t knob = 0;
      Ingredient to;
    };
    std::vector<Move> moves;
    for (const Ingredient& center : centers)
      for (std::size_t knob = 0; knob < space_.knobs().size(); ++knob)
        for (const std::size_t value : near(center, knob)) {
          Ingredient to = center;
          to.values[knob] = value;
          to = space_.canonical(std::move(to));
          if (known_.contains(to) || to == center) continue;
          const double chance = static_cast<double>(task_.rng.below(1000)) / 1000;
          moves.push_back({static_cast<double>(wins_[knob].won) / wins_[knob].tried + chance / 4, knob, std::move(to)});
        }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Move& one, const Move& other) { return one.score > other.score; });
    for (const Move& move : moves) {
      if (batch.size() >= batch_size() || steps_ + batch.size() >= most_runs_) break;
      if (add(batch, move.to)) moved_[move.to] = move.knob;
    }
    return batch;
  }

  /// Proposals with many changed settings, which no single step reaches: as in Parf's search, around ingredients that
  /// prove something, and alternately anywhere, because a more precise ingredient may be cheaper.
  std::vector<Proposal> from_samples() {
    std::vector<Proposal> batch;
    if (barren_ == kBarrenRounds || parts_.empty()) return batch;
    if (!samples_) {
      samples_.emplace(space_, task_.rng.split("samples"));
      samples_->learn(analyzed(parts_));
      sample_seconds_ = parf::first_limit(parts_.front().cpu_seconds, task_.budget.cpu_seconds);
    }
    const std::size_t most = std::min(kBatch, most_samples_ - sampled_);
    for (std::size_t tries = 0; batch.size() < most && tries < 4 * most; ++tries) {
      const Ingredient drawn = tries % 2 == 0 ? samples_->draw() : anywhere();
      if (add(batch, drawn, sample_seconds_)) round_.insert(drawn);
    }
    sampled_ += batch.size();
    return batch;
  }

  Ingredient anywhere() {
    Ingredient drawn = space_.standard();
    for (std::size_t knob = 0; knob < drawn.values.size(); ++knob)
      drawn.values[knob] = static_cast<std::size_t>(task_.rng.below(space_.knobs()[knob].values.size()));
    return space_.canonical(std::move(drawn));
  }

  static std::vector<parf::AnalyzedSetting> analyzed(const std::vector<Part>& parts) {
    std::vector<parf::AnalyzedSetting> results;
    for (const Part& part : parts) results.push_back({part.ingredient, part.alarms});
    return results;
  }

  void hear_round(std::span<const Evaluation> evaluations) {
    std::vector<parf::AnalyzedSetting> results;
    for (const Evaluation& evaluation : evaluations)
      if (evaluation.within_budget) results.push_back({evaluation.recipe.ingredients.front(), evaluation.alarms});
    samples_->learn(results, round_.size());
    sample_seconds_ = std::min(task_.budget.cpu_seconds, 2 * sample_seconds_);
    barren_ = idle_ >= round_.size() ? barren_ + 1 : 0;
    round_.clear();
  }

  /// Proposals of the second level, when the first level is over.
  std::vector<Proposal> in_functions() {
    std::vector<Proposal> batch;
    const auto rejected = static_cast<std::size_t>(std::count_if(
        known_.begin(), known_.end(), [](const auto& row) { return row.second == SearchStatus::Rejected; }));
    if (!level_two_) level_two_ = known_.size() - rejected;
    const std::size_t runs = known_.size() - rejected - *level_two_;
    // Rejected ingredients take no time, but their number is limited, too.
    if (!best_ || runs >= task_.setting_rounds || rejected > 4 * task_.setting_rounds) return batch;
    const std::function<bool(const Ingredient&)> worth_a_run = [&](const Ingredient& ingredient) {
      return !known_.contains(ingredient) && !hopeless(ingredient);
    };
    const std::size_t most = std::min<std::size_t>(kBatch, task_.setting_rounds - runs);
    for (const Ingredient& ingredient :
         functions_.next({best_->alarms, parts_, known_, centers_for_functions(), worth_a_run}, most))
      add(batch, ingredient);
    return batch;
  }

  /// The part of the best recipe that leaves the fewest alarms, and the default, which leaves most of the budget.
  [[nodiscard]] std::vector<Ingredient> centers_for_functions() const {
    std::vector<Ingredient> centers;
    double least = 0;
    for (const Part& part : parts_) {
      const std::vector<Ingredient>& used = best_->recipe.ingredients;
      if (std::find(used.begin(), used.end(), part.ingredient) == used.end()) continue;
      const double weight = weight_of(part.alarms, task_.weights);
      if (!centers.empty() && weight >= least) continue;
      centers = {part.ingredient};
      least = weight;
    }
    if (centers.empty() || centers.front() != space_.standard()) centers.push_back(space_.standard());
    return centers;
  }

  /// Values within one step: the neighbours in a knob with an order, otherwise all other values.
  [[nodiscard]] std::vector<std::size_t> near(const Ingredient& center, std::size_t knob) const {
    std::vector<std::size_t> values;
    if (!space_.active(center, knob)) return values;
    const std::size_t now = center.values[knob];
    for (std::size_t value = 0; value < space_.knobs()[knob].values.size(); ++value) {
      if (value == now) continue;
      const bool next = value + 1 == now || value == now + 1;
      if (!space_.knobs()[knob].ordered || next) values.push_back(value);
    }
    return values;
  }

  bool add(std::vector<Proposal>& batch, const Ingredient& ingredient, double limit = 0) {
    const Recipe recipe{{ingredient}};
    if (known_.contains(ingredient) || hopeless(ingredient) || !asked_.insert(recipe).second) return false;
    const double enough = cap();
    batch.push_back({recipe, enough > 0 && limit > 0 ? std::min(enough, limit) : std::max(enough, limit)});
    return true;
  }

  /// If everything is proved, only a cheaper run is of interest.
  [[nodiscard]] double cap() const { return best_ && best_->alarms.empty() ? best_->cpu_seconds : 0; }

  /// Costs have cliffs: an ingredient that is nowhere less precise than one beyond the limits will exceed them, too.
  [[nodiscard]] bool hopeless(const Ingredient& ingredient) const {
    return std::any_of(beyond_.begin(), beyond_.end(),
                       [&](const Ingredient& dear) { return nowhere_less_precise(space_, ingredient, dear); });
  }

  [[nodiscard]] std::size_t batch_size() const { return learned_ ? kBatchAfterLearned : kBatch; }
  [[nodiscard]] std::size_t patience() const {
    return learned_ ? kBatchAfterLearned : std::max<std::size_t>(2 * kBatch, task_.setting_rounds);
  }

  SearchTask task_;
  const Space& space_;
  std::vector<Ingredient> schedule_;
  bool learned_;
  FunctionLevel functions_;
  std::optional<std::size_t> level_two_;  ///< number of runs of the first level without rejected ones, when it is over
  std::size_t next_ = 0;
  std::size_t most_runs_ = 0;
  std::map<Ingredient, SearchStatus> known_;
  std::size_t steps_ = 0;                    ///< runs of single ingredients except samples
  std::vector<Ingredient> beyond_;           ///< ingredients that exceeded the limits of every run
  std::map<Ingredient, std::size_t> moved_;  ///< the knob whose change led to the ingredient
  std::vector<Odds> wins_;
  std::set<Recipe> asked_;
  std::vector<Part> parts_;
  Recipe assembly_;
  std::optional<Evaluation> best_;
  std::optional<std::pair<double, Ingredient>> best_alone_;
  std::size_t idle_ = 0;  ///< runs since the best recipe changed
  std::optional<parf::Rounds> samples_;
  std::set<Ingredient> round_;  ///< samples of the current round without a result
  double sample_seconds_ = 0;
  std::size_t most_samples_ = 0;
  std::size_t sampled_ = 0;
  std::size_t barren_ = 0;  ///< rounds since the last success
};

}  // namespace

std::unique_ptr<Search> make_default_search(const SearchTask& task) { return std::make_unique<DefaultSearch>(task); }

}  // namespace assay::analyzer::tune
