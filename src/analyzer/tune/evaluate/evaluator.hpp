#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "analyzer/tune/run/run_cache.hpp"
#include "analyzer/tune/space/tune.hpp"

namespace assay::analyzer::tune {

struct EvaluatorOptions {
  Budget budget;
  Weights weights;
  Tuning::Goal goal = Tuning::Goal::Proofs;
  unsigned jobs = 1;  ///< number of recipes to evaluate at the same time
};

/// Runs recipes on a subject, and computes their cost (TAILOR, section 5.4.2). A cached run is not repeated, and each
/// run counts once.
class Evaluator {
 public:
  Evaluator(Subject& subject, EvaluatorOptions options, RunCache& cache);

  /// Evaluates all proposals, in their order. A recipe whose runs were stopped by the user has the reason "stopped".
  [[nodiscard]] std::vector<Evaluation> evaluate(std::span<const Proposal> proposals, const std::stop_token& stop);
  /// Evaluates the recipe in fresh processes, without the cache.
  [[nodiscard]] Evaluation evaluate_afresh(const Recipe& recipe, const std::stop_token& stop);

  /// The CPU time of all runs so far, including cached ones: the cost of the search.
  [[nodiscard]] double charged_seconds() const { return charged_seconds_; }
  [[nodiscard]] std::size_t charged_runs() const { return charged_.size(); }
  /// Every check that a run has named, sorted.
  [[nodiscard]] const std::vector<CheckKey>& universe() const { return universe_; }
  /// For the goal Findings: the right answers about labelled places, which a recipe has to keep. By default, the
  /// reference is the alarms of the first usable evaluation, and proved checks do not count.
  void set_reference(std::vector<CheckKey> answers) {
    labelled_ = !answers.empty();
    reference_ = std::move(answers);
  }
  [[nodiscard]] const std::vector<CheckKey>& reference() const { return reference_; }
  /// The first failure to write to the cache. The search continues without it.
  [[nodiscard]] const std::optional<Error>& trouble() const { return trouble_; }

 private:
  struct Step {
    std::string key;
    std::shared_ptr<const Outcome> outcome;
  };
  [[nodiscard]] std::vector<Step> run(const Proposal& proposal, bool afresh, const std::stop_token& stop);
  [[nodiscard]] Outcome outcome_of(const Ingredient& ingredient, const std::vector<CheckKey>& assumed,
                                   const std::string& key, double cap, bool afresh, const std::stop_token& stop);
  [[nodiscard]] Evaluation judged(const Recipe& recipe, const std::vector<Step>& steps);
  void charge(const std::vector<Step>& steps);
  [[nodiscard]] std::vector<CheckKey> left_by(const std::vector<Step>& steps) const;

  Subject& subject_;
  EvaluatorOptions options_;
  RunCache& cache_;
  std::mutex mutex_;
  std::optional<Error> trouble_;
  std::set<std::string> charged_;
  double charged_seconds_ = 0;
  std::vector<CheckKey> universe_;
  std::vector<CheckKey> reference_;
  bool labelled_ = false;  ///< the reference comes from labels
  double total_ = 0;       ///< w_total: fixed by the first usable evaluation, so that all costs are comparable
};

}  // namespace assay::analyzer::tune
