#include "analyzer/tune/job/tuner.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "analyzer/tune/evaluate/narrowed.hpp"
#include "analyzer/tune/recipe/assembly.hpp"
#include "analyzer/tune/recipe/recipe_parts.hpp"
#include "analyzer/tune/run/cost.hpp"
#include "analyzer/tune/space/order.hpp"
#include "base/text.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr std::size_t kCandidates = 8;   ///< number of recipes to run again until one repeats
constexpr unsigned kSmallerBudgets = 8;  ///< number of budgets below the chosen recipe's time
constexpr double kNextBudget = 1.5;      ///< factor between two of them

ChosenRecipe chosen(const Space& space, const Evaluation& evaluation) {
  return {texts_of(space, evaluation.recipe), evaluation.cpu_seconds, evaluation.memory_bytes, evaluation.alarms, {}};
}

/// Usable recipes by cost.
using Candidates = std::multimap<double, Evaluation>;

class Tuner {
 public:
  Tuner(const Code& code, Subject& subject, const TunerTask& task, RunCache& cache, const std::stop_token& stop)
      : task_(task), cache_(cache), narrowed_(subject), stop_(stop), evaluator_(narrowed_, options_for(task), cache) {
    tuned_.code = code;
    evaluator_.set_reference(task.answers);
  }

  Tuned run() {
    if (!task_.tuning->rejected.empty())
      tuned_.notes = drop_rejected(narrowed_, cache_, task_.options->budget.memory_bytes, stop_);
    do {
      start_again();
      look({{{narrowed_.space().standard()}}, 0});
      if (!candidates_.empty()) tuned_.standard = chosen(narrowed_.space(), candidates_.begin()->second);
      if (!nothing_to_tune() && !still_good()) {
        search();
        remove_useless_parts();
        look_at_smaller_budgets();
      }
      choose();
    } while (tuned_.best && bars_suspects());
    finish();
    return std::move(tuned_);
  }

 private:
  static EvaluatorOptions options_for(const TunerTask& task) {
    EvaluatorOptions options;
    options.budget = task.options->budget;
    options.weights = task.weights;
    options.goal = task.tuning->goal;
    options.jobs = task.options->jobs;
    return options;
  }

  /// Starts again after something was barred; finished runs are in the cache.
  void start_again() {
    candidates_.clear();
    seen_.clear();
    alone_.reset();
    alone_runs_.clear();
    parts_.clear();
    tuned_.standard.reset();
    tuned_.best.reset();
    tuned_.dead.clear();
    tuned_.history.clear();
  }

  std::vector<Evaluation> look(const Proposal& proposal) { return look(std::vector<Proposal>{proposal}); }

  /// Evaluates proposals, and records the results.
  std::vector<Evaluation> look(const std::vector<Proposal>& proposals) {
    std::vector<Evaluation> evaluations = evaluator_.evaluate(proposals, stop_);
    for (const Evaluation& evaluation : evaluations) note(evaluation);
    return evaluations;
  }

  void note(const Evaluation& evaluation) {
    if (evaluation.reason == "stopped") return;
    // A search may propose a known recipe, such as the default; with more time, a recipe may become usable.
    const auto [known, fresh] = seen_.try_emplace(evaluation.recipe, evaluation.within_budget);
    if (!fresh && known->second == evaluation.within_budget) return;
    known->second = evaluation.within_budget;
    TuneStep step;
    step.runs = evaluator_.charged_runs();
    step.cpu_seconds = evaluator_.charged_seconds();
    step.recipe = join(texts_of(narrowed_.space(), evaluation.recipe), " ; ");
    step.reason = evaluation.reason;
    step.cost_seconds = evaluation.cpu_seconds;
    step.memory_bytes = evaluation.memory_bytes;
    if (evaluation.within_budget) {
      step.alarms = evaluation.alarms.size();
      step.cost = evaluation.cost;
      step.best = candidates_.empty() || evaluation.cost < candidates_.begin()->first;
      add_candidate(evaluation);
      if (evaluation.recipe.ingredients.size() == 1) {
        if (!alone_ || evaluation.cost < alone_->cost) alone_ = evaluation;
        parts_.push_back({evaluation.recipe.ingredients.front(), evaluation.cpu_seconds, evaluation.memory_bytes,
                          evaluation.alarms});
      }
    }
    if (!evaluation.runs.empty())
      alone_runs_.insert_or_assign(evaluation.recipe.ingredients.front(), evaluation.runs.front());
    tuned_.history.push_back(step);
    if (task_.observer) task_.observer(tuned_.history.back());
  }

  /// Whether a recipe has no finding to keep. With labels, there always is.
  bool nothing_to_tune() {
    const bool findings = task_.tuning->goal == Tuning::Goal::Findings;
    if (!findings || !tuned_.standard || !evaluator_.reference().empty()) return false;
    tuned_.ended = "nothing to tune";
    return true;
  }

  /// Evaluates an older recipe: whether it is within the budget, and leaves no more alarms than before.
  bool still_good() {
    if (task_.old_recipe.empty()) return false;
    const Result<Recipe> recipe = recipe_from(narrowed_.space(), task_.old_recipe);
    if (!recipe) {
      tuned_.notes.push_back("the old recipe cannot be used: " + recipe.error().message);
      return false;
    }
    const std::vector<Evaluation> evaluations = look({*recipe, 0});
    const Evaluation& old = evaluations.front();
    if (!old.within_budget) {
      tuned_.notes.push_back("the old recipe does not hold: " + old.reason);
      return false;
    }
    const std::size_t slack = std::max<std::size_t>(1, evaluator_.universe().size() / 100);
    if (old.alarms.size() > task_.old_alarms + slack) {
      tuned_.notes.push_back("the old recipe leaves " + std::to_string(old.alarms.size()) + " alarms, and left " +
                             std::to_string(task_.old_alarms));
      return false;
    }
    tuned_.ended = "still good";
    return true;
  }

  void search() {
    SearchTask search_task;
    search_task.space = &narrowed_.space();
    search_task.budget = task_.options->budget;
    search_task.rng = core::Rng(task_.options->seed).split(tuned_.code.name);
    search_task.longest = task_.options->longest;
    search_task.domain_rounds = task_.options->domain_rounds;
    search_task.setting_rounds = task_.options->setting_rounds;
    search_task.weights = task_.weights;
    search_task.samples = task_.tuning->samples;
    search_task.driver = task_.options->driver;
    for (const std::string& text : task_.schedule)
      if (const Result<Ingredient> known = narrowed_.space().ingredient(text)) search_task.schedule.push_back(*known);
    const auto row = std::find_if(searches().begin(), searches().end(),
                                  [&](const SearchRow& one) { return one.name == task_.options->search; });
    ASSAY_CHECK(row != searches().end(), "a search that is not there");
    const std::unique_ptr<Search> search = row->make(search_task);
    tuned_.ended = "searched";
    while (true) {
      if (stop_.stop_requested()) {
        tuned_.ended = "stopped";
        return;
      }
      if (evaluator_.charged_seconds() >= task_.tuning_seconds) {
        tuned_.ended = "time";
        return;
      }
      const std::vector<Proposal> proposals = search->ask();
      if (proposals.empty()) return;
      search->tell(look(proposals));
    }
  }

  /// Cross-examines suspicious proofs. A search rewards everything that removes alarms, including bugs of the analyzer.
  /// A proof is suspicious if one ingredient of the chosen recipe alone makes it, and an ingredient that is nowhere
  /// less precise does not. Returns whether an ingredient was barred.
  bool bars_suspects() {
    if (!task_.examine || task_.tuning->goal != Tuning::Goal::Proofs) return false;
    for (const auto& [ingredient, checks] : suspicious()) {
      if (stop_.stop_requested()) return false;
      if (!examined_.insert(narrowed_.space().text(ingredient)).second) continue;
      const Examination examined = task_.examine(narrowed_.space().words(ingredient));
      tuned_.suspects.push_back(
          {narrowed_.space().text(ingredient), checks, examined.verdict, examined.broken, examined.finding});
      if (!examined.broken) continue;
      bar(ingredient);
      return true;
    }
    return false;
  }

  /// Bars the setting, if the ingredient is one step from the default; otherwise the ingredient.
  void bar(const Ingredient& ingredient) {
    const Ingredient standard = narrowed_.space().standard();
    std::vector<std::size_t> changed;
    for (std::size_t knob = 0; knob < ingredient.values.size(); ++knob)
      if (ingredient.values[knob] != standard.values[knob]) changed.push_back(knob);
    tuned_.notes.push_back("'" + narrowed_.space().text(ingredient) + "' is barred: a run contradicts what it claims");
    if (!ingredient.locals.empty() || changed.size() != 1 ||
        !narrowed_.bar(changed.front(), ingredient.values[changed.front()]))
      narrowed_.bar(ingredient);
  }

  [[nodiscard]] std::vector<std::pair<Ingredient, std::vector<CheckKey>>> suspicious() const {
    std::vector<std::pair<Ingredient, std::vector<CheckKey>>> found;
    for (const std::string& text : tuned_.best->ingredients) {
      const Result<Ingredient> ingredient = narrowed_.space().ingredient(text);
      const auto mine = ingredient ? alone_runs_.find(*ingredient) : alone_runs_.end();
      if (mine == alone_runs_.end() || mine->second->status != Outcome::Status::Done) continue;
      std::vector<CheckKey> only = difference(evaluator_.universe(), mine->second->alarms);
      std::vector<CheckKey> contradicted;
      for (const auto& [other, run] : alone_runs_) {
        if (other == *ingredient || run->status != Outcome::Status::Done) continue;
        only = intersection(only, run->alarms);
        if (nowhere_less_precise(narrowed_.space(), other, *ingredient))
          contradicted = united(contradicted, run->alarms);
      }
      if (std::vector<CheckKey> both = intersection(only, contradicted); !both.empty())
        found.emplace_back(*ingredient, std::move(both));
    }
    return found;
  }

  /// The largest time that is about the same as the best recipe's.
  [[nodiscard]] double same_time() const { return about_the_same_seconds(candidates_.begin()->second.cpu_seconds); }

  /// The recipe with the fewest settings, among the recipes that leave the same alarms as the best in about the same
  /// time: a few hundredths of a second are no reason for ten more settings.
  [[nodiscard]] Candidates::iterator plainest() {
    const auto best = candidates_.begin();
    const auto parts = [&](const auto& candidate) {
      return parts_of(narrowed_.space(), candidate->second.recipe).size();
    };
    auto found = best;
    for (auto at = best; at != candidates_.end(); ++at) {
      const bool leaves_same = at->second.alarms == best->second.alarms;
      const bool takes_same = at->second.cpu_seconds <= same_time();
      if (leaves_same && takes_same && parts(at) < parts(found)) found = at;
    }
    return found;
  }

  /// Parts of the recipe that change nothing are removed: half of all parts at once, then fewer, then single parts
  /// until each one matters.
  void remove_useless_parts() {
    if (candidates_.empty()) return;
    std::size_t size = parts_of(narrowed_.space(), plainest()->second.recipe).size();
    bool removed = true;
    while ((size > 1 || removed) && !stop_.stop_requested()) {
      size = std::max<std::size_t>(1, size / 2);
      removed = removes_parts(size);
    }
  }

  /// Tries to remove each group of `size` neighbouring parts. Returns whether a group was removed.
  bool removes_parts(std::size_t size) {
    bool removed = false;
    std::size_t first = 0;
    while (!stop_.stop_requested()) {
      const Recipe recipe = plainest()->second.recipe;
      const std::vector<RecipePart> parts = parts_of(narrowed_.space(), recipe);
      if (first >= parts.size()) break;
      const std::span<const RecipePart> group = std::span(parts).subspan(first, std::min(size, parts.size() - first));
      const double cap = std::min(same_time(), task_.options->budget.cpu_seconds);
      const Evaluation plainer = look({without(narrowed_.space(), recipe, group), cap}).front();
      // The search may have evaluated and dropped the recipe.
      if (plainer.within_budget && !is_candidate(plainer.recipe)) add_candidate(plainer);
      const bool same = plainest()->second.recipe == recipe;
      removed = removed || !same;
      if (same) first += size;
    }
    return removed;
  }

  /// Evaluates the best combinations of the finished runs within smaller and smaller budgets, so that trade_offs()
  /// does not depend on what the search met on its way. The runs are in the cache, unless they pass assumptions on.
  void look_at_smaller_budgets() {
    if (task_.tuning->goal != Tuning::Goal::Proofs || candidates_.empty()) return;
    Budget budget = task_.options->budget;
    budget.cpu_seconds = candidates_.begin()->second.cpu_seconds;
    for (unsigned i = 0; i < kSmallerBudgets && !stop_.stop_requested(); ++i) {
      budget.cpu_seconds /= kNextBudget;
      const Recipe recipe = assembled(parts_, budget, task_.weights, task_.options->longest);
      if (recipe.ingredients.empty() || evaluator_.charged_seconds() >= task_.tuning_seconds) return;
      (void)look({recipe, 0});
    }
  }

  [[nodiscard]] bool is_candidate(const Recipe& recipe) const {
    return std::any_of(candidates_.begin(), candidates_.end(),
                       [&](const auto& candidate) { return candidate.second.recipe == recipe; });
  }

  void add_candidate(const Evaluation& evaluation) {
    candidates_.emplace(evaluation.cost, evaluation);
    drop_dearest();
  }

  void drop_dearest() {
    if (candidates_.size() <= kCandidates) return;
    auto dearest = std::prev(candidates_.end());
    if (dearest == plainest()) --dearest;
    candidates_.erase(dearest);
  }

  /// Makes the plainest recipe the first choice.
  void prefer_plain() {
    if (candidates_.empty() || plainest() == candidates_.begin()) return;
    auto node = candidates_.extract(plainest());
    node.key() = candidates_.begin()->first;
    candidates_.insert(candidates_.begin(), std::move(node));
  }

  /// Chooses the best recipe that fresh processes confirm.
  void choose() {
    prefer_plain();
    if (candidates_.empty()) {
      tuned_.problem = "no configuration gave results within the budget";
      if (!tuned_.history.empty()) tuned_.problem += "; the default: " + tuned_.history.front().reason;
      return;
    }
    for (const auto& [cost, evaluation] : candidates_) {
      if (stop_.stop_requested()) {
        take(evaluation, evaluation.alarms, "not run again");
        return;
      }
      const Evaluation fresh = evaluator_.evaluate_afresh(evaluation.recipe, stop_);
      if (!fresh.within_budget) {
        if (fresh.reason == "stopped") continue;
        tuned_.notes.push_back("'" + join(texts_of(narrowed_.space(), evaluation.recipe), " ; ") +
                               "' is not taken: run again, it is not usable (" + fresh.reason + ")");
        continue;
      }
      if (fresh.alarms == evaluation.alarms) {
        take(evaluation, evaluation.alarms, "same");
      } else {
        const std::vector<CheckKey> all = united(evaluation.alarms, fresh.alarms);
        const std::vector<CheckKey> both = intersection(evaluation.alarms, fresh.alarms);
        const std::size_t differ = all.size() - both.size();
        take(evaluation, all, "differs in " + std::to_string(differ) + (differ == 1 ? " check" : " checks"));
        tuned_.notes.emplace_back(
            "the analyzer does not say the same twice: what one of two runs alarms counts as an alarm");
      }
      return;
    }
    tuned_.problem = "no recipe was within the budget when it was run again";
  }

  void take(const Evaluation& evaluation, std::vector<CheckKey> alarms, std::string again) {
    tuned_.best = chosen(narrowed_.space(), evaluation);
    tuned_.best->alarms = std::move(alarms);
    for (const Ingredient& ingredient : evaluation.recipe.ingredients)
      if (const std::vector<std::string> words = narrowed_.command(ingredient); !words.empty())
        tuned_.best->commands.push_back(core::shell_quoted(words));
    tuned_.again = std::move(again);
    for (const std::shared_ptr<const Outcome>& run : evaluation.runs) dead_from(*run);
  }

  /// Adds checks in code that a run calls unreachable: they are proved, but listed separately.
  void dead_from(const Outcome& run) {
    std::vector<CheckKey> dead = run.dead;
    for (const CheckKey& key : evaluator_.universe())
      if (std::binary_search(run.dead_functions.begin(), run.dead_functions.end(), key.function)) dead.push_back(key);
    std::sort(dead.begin(), dead.end());
    dead.erase(std::unique(dead.begin(), dead.end()), dead.end());
    tuned_.dead = united(tuned_.dead, dead);
  }

  void finish() {
    const bool findings = task_.tuning->goal == Tuning::Goal::Findings;
    tuned_.universe = findings ? evaluator_.reference() : evaluator_.universe();
    if (alone_) tuned_.alone = chosen(narrowed_.space(), *alone_);
    if (tuned_.best) {
      tuned_.proved = difference(tuned_.universe, tuned_.best->alarms);
      tuned_.dead = intersection(tuned_.dead, tuned_.proved);
    }
    tuned_.cpu_seconds = evaluator_.charged_seconds();
    tuned_.runs = evaluator_.charged_runs();
    if (evaluator_.trouble()) tuned_.notes.push_back("runs are not kept: " + evaluator_.trouble()->text());
    add_rows();
  }

  void add_rows() {
    std::map<CheckKey, std::size_t> provers;
    std::map<Ingredient, std::vector<CheckKey>> proofs;
    for (const auto& [ingredient, run] : alone_runs_) {
      if (run->status != Outcome::Status::Done) continue;
      const std::vector<CheckKey>& proved = proofs[ingredient] =
          task_.tuning->goal == Tuning::Goal::Findings ? intersection(tuned_.universe, united(run->alarms, run->proved))
                                                       : difference(tuned_.universe, run->alarms);
      for (const CheckKey& key : proved) ++provers[key];
    }
    for (const auto& [ingredient, run] : alone_runs_) {
      IngredientRow row;
      row.ingredient = narrowed_.space().text(ingredient);
      row.status = run->status;
      row.reason = run->reason;
      row.cpu_seconds = run->cpu_seconds;
      row.memory_bytes = run->memory_bytes;
      row.alarms = run->alarms.size();
      const std::vector<CheckKey>& proved = proofs[ingredient];
      row.proved = proved.size();
      if (run->status == Outcome::Status::Done)
        for (std::size_t i = 0; i < tuned_.universe.size(); ++i)
          if (!std::binary_search(proved.begin(), proved.end(), tuned_.universe[i])) row.left.push_back(i);
      row.alone = static_cast<std::size_t>(
          std::count_if(proved.begin(), proved.end(), [&](const CheckKey& key) { return provers[key] == 1; }));
      tuned_.ingredients.push_back(std::move(row));
    }
  }

  const TunerTask& task_;
  RunCache& cache_;
  Narrowed narrowed_;
  std::stop_token stop_;
  Evaluator evaluator_;
  Tuned tuned_;
  Candidates candidates_;
  std::map<Recipe, bool> seen_;  ///< the recorded recipes, and whether they were usable
  std::set<std::string> examined_;
  std::optional<Evaluation> alone_;
  std::vector<Part> parts_;                                          ///< usable single ingredients
  std::map<Ingredient, std::shared_ptr<const Outcome>> alone_runs_;  ///< runs of ingredients without assumptions
};

}  // namespace

std::vector<std::string> texts_of(const Space& space, const Recipe& recipe) {
  std::vector<std::string> texts;
  for (const Ingredient& ingredient : recipe.ingredients) texts.push_back(space.text(ingredient));
  return texts;
}

Result<Recipe> recipe_from(const Space& space, const std::vector<std::string>& texts) {
  Recipe recipe;
  for (const std::string& text : texts) {
    const Result<Ingredient> ingredient = space.ingredient(text);
    if (!ingredient) return ingredient.error();
    recipe.ingredients.push_back(*ingredient);
  }
  return recipe;
}

Tuned tune_one(const Code& code, Subject& subject, const TunerTask& task, RunCache& cache,
               const std::stop_token& stop) {
  return Tuner(code, subject, task, cache, stop).run();
}

}  // namespace assay::analyzer::tune
