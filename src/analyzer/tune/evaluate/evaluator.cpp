#include "analyzer/tune/evaluate/evaluator.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
#include <utility>

#include "analyzer/tune/run/cost.hpp"
#include "analyzer/tune/run/outcome_json.hpp"
#include "core/target/ending.hpp"

namespace assay::analyzer::tune {
namespace {

/// The outcome with less time: a run that takes longer than the cap is stopped at the cap.
Outcome capped(Outcome outcome, double cap) {
  if (outcome.status == Outcome::Status::Stopped || outcome.cpu_seconds <= cap) return outcome;
  Outcome limited;
  limited.status = Outcome::Status::Limited;
  limited.reason = core::kTimeout;
  limited.cpu_seconds = cap;
  limited.wall_seconds = outcome.wall_seconds;
  limited.memory_bytes = outcome.memory_bytes;
  return limited;
}

/// Whether a stored outcome also holds for a run with this cap. A run with an earlier time-out does not.
bool answers(const Outcome& stored, double cap) {
  return stored.status != Outcome::Status::Limited || stored.reason != core::kTimeout ||
         stored.cpu_seconds >= cap * 0.999;
}

std::string why_not(const Outcome& outcome, std::size_t number) {
  using Status = Outcome::Status;
  if (outcome.status == Status::Limited) return "over the budget (" + outcome.reason + ")";
  if (outcome.status == Status::Stopped) return "stopped";
  return "ingredient " + std::to_string(number) + " " + std::string(name(outcome.status)) + ": " + outcome.reason;
}

}  // namespace

Evaluator::Evaluator(Subject& subject, EvaluatorOptions options, RunCache& cache)
    : subject_(subject), options_(std::move(options)), cache_(cache) {}

Outcome Evaluator::outcome_of(const Ingredient& ingredient, const std::vector<CheckKey>& assumed,
                              const std::string& key, double cap, bool afresh, const std::stop_token& stop) {
  Outcome nothing;
  if (!subject_.accepts(ingredient)) {
    nothing.reason = "barred";
    return nothing;
  }
  if (cap <= 0) {
    nothing.status = Outcome::Status::Limited;
    nothing.reason = core::kTimeout;
    return nothing;
  }
  if (!afresh) {
    if (const std::optional<Outcome> stored = cache_.find(key); stored && answers(*stored, cap))
      return capped(*stored, cap);
  }
  Outcome outcome = subject_.run(ingredient, assumed, {cap, options_.budget.memory_bytes}, stop);
  if (outcome.status != Outcome::Status::Stopped && !afresh) {
    // A run that was stopped at the cap has used the cap; the measured time may be slightly less.
    if (outcome.status == Outcome::Status::Limited && outcome.reason == core::kTimeout)
      outcome.cpu_seconds = std::max(outcome.cpu_seconds, cap);
    if (const Status kept = cache_.keep(key, outcome); !kept) {
      const std::lock_guard lock(mutex_);
      if (!trouble_) trouble_ = kept.error();
    }
  }
  return capped(std::move(outcome), cap);
}

std::vector<Evaluator::Step> Evaluator::run(const Proposal& proposal, bool afresh, const std::stop_token& stop) {
  double left = options_.budget.cpu_seconds;
  if (proposal.cap_seconds > 0) left = std::min(left, proposal.cap_seconds);
  std::vector<Step> steps;
  std::vector<CheckKey> assumed;
  for (const Ingredient& ingredient : proposal.recipe.ingredients) {
    Step step;
    step.key = run_key(subject_, ingredient, assumed, options_.budget.memory_bytes);
    step.outcome = std::make_shared<const Outcome>(outcome_of(ingredient, assumed, step.key, left, afresh, stop));
    const Outcome& outcome = *step.outcome;
    steps.push_back(std::move(step));
    left -= outcome.cpu_seconds;
    if (outcome.status != Outcome::Status::Done) break;
    if (subject_.passes_assumptions()) assumed = united(assumed, outcome.proved);
  }
  return steps;
}

std::vector<CheckKey> Evaluator::left_by(const std::vector<Step>& steps) const {
  if (subject_.lists_checks()) {
    std::vector<CheckKey> left = universe_;
    for (const Step& step : steps) left = difference(difference(left, step.outcome->proved), step.outcome->dead);
    return left;
  }
  std::vector<CheckKey> left = steps.front().outcome->alarms;
  for (const Step& step : steps) left = difference(intersection(left, step.outcome->alarms), step.outcome->proved);
  return left;
}

void Evaluator::charge(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.outcome->status == Outcome::Status::Stopped) continue;
    // A longer run of a stopped one counts again, because it started from the beginning.
    const bool limited = step.outcome->status == Outcome::Status::Limited;
    const std::string key = limited ? step.key + "<" + std::to_string(step.outcome->cpu_seconds) : step.key;
    if (!charged_.insert(key).second) continue;
    charged_seconds_ += step.outcome->cpu_seconds;
  }
}

Evaluation Evaluator::judged(const Recipe& recipe, const std::vector<Step>& steps) {
  Evaluation evaluation;
  evaluation.recipe = recipe;
  evaluation.cost = std::numeric_limits<double>::infinity();
  for (const Step& step : steps) {
    const Outcome& outcome = *step.outcome;
    evaluation.cpu_seconds += outcome.cpu_seconds;
    evaluation.memory_bytes = std::max(evaluation.memory_bytes, outcome.memory_bytes);
    evaluation.runs.push_back(step.outcome);
    if (outcome.status != Outcome::Status::Done) evaluation.reason = why_not(outcome, evaluation.runs.size());
    for (const auto* checks : {&outcome.alarms, &outcome.proved, &outcome.dead}) universe_ = united(universe_, *checks);
  }
  if (steps.empty()) evaluation.reason = "a recipe without ingredients";
  if (!evaluation.reason.empty()) return evaluation;
  if (evaluation.cpu_seconds > options_.budget.cpu_seconds || evaluation.memory_bytes > options_.budget.memory_bytes) {
    evaluation.reason = "over the budget";
    return evaluation;
  }
  evaluation.within_budget = true;
  if (options_.goal == Tuning::Goal::Findings) {
    std::vector<CheckKey> found;
    for (const Step& step : steps) found = united(found, step.outcome->alarms);
    if (labelled_) {
      // A place is clean if no run warns there.
      std::vector<CheckKey> quiet = steps.front().outcome->proved;
      for (const Step& step : steps) quiet = intersection(quiet, step.outcome->proved);
      found = united(found, quiet);
    }
    if (total_ == 0 && reference_.empty()) reference_ = found;
    evaluation.alarms = difference(reference_, found);
  } else {
    evaluation.alarms = left_by(steps);
  }
  if (total_ == 0) {
    const bool findings = options_.goal == Tuning::Goal::Findings;
    total_ = std::max(1.0, weight_of(findings ? reference_ : universe_, options_.weights));
  }
  evaluation.cost = cost_of(weight_of(evaluation.alarms, options_.weights), total_,
                            share_of(recipe, options_.budget, evaluation.cpu_seconds, evaluation.memory_bytes));
  return evaluation;
}

std::vector<Evaluation> Evaluator::evaluate(std::span<const Proposal> proposals, const std::stop_token& stop) {
  std::vector<std::vector<Step>> steps(proposals.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < proposals.size(); i = next++) steps[i] = run(proposals[i], false, stop);
  };
  {
    std::vector<std::jthread> helpers;
    const std::size_t threads = std::min<std::size_t>(options_.jobs, proposals.size());
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
  }
  std::vector<Evaluation> evaluations;
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    charge(steps[i]);
    evaluations.push_back(judged(proposals[i].recipe, steps[i]));
  }
  return evaluations;
}

Evaluation Evaluator::evaluate_afresh(const Recipe& recipe, const std::stop_token& stop) {
  return judged(recipe, run({recipe, 0}, true, stop));
}

}  // namespace assay::analyzer::tune
