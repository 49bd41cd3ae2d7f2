#pragma once

#include <functional>
#include <stop_token>

#include "analyzer/tune/evaluate/evaluator.hpp"
#include "analyzer/tune/job/guard.hpp"
#include "analyzer/tune/report/tune_job.hpp"

namespace assay::analyzer::tune {

/// The inputs for the tuning of one piece of code, besides its subject.
struct TunerTask {
  const TuneOptions* options = nullptr;
  const Tuning* tuning = nullptr;
  Weights weights;
  std::vector<CheckKey> answers;      ///< for a bug finder with labels: the right answers
  std::vector<std::string> schedule;  ///< texts of ingredients
  double tuning_seconds = 0;          ///< limit of the analyzer's CPU time, including cached runs
  /// A recipe that may still be good, and its number of alarms when it was made; no ingredients: there is none.
  std::vector<std::string> old_recipe;
  std::size_t old_alarms = 0;
  std::function<void(const TuneStep&)> observer;
  /// Cross-examines a configuration, given as words of the command; empty: no examination.
  std::function<Examination(const std::vector<std::string>& words)> examine;
};

/// Searches the best recipe (TAILOR, Algorithm 6, with the search in the options), and runs it again in fresh
/// processes: a result that does not repeat is not claimed.
[[nodiscard]] Tuned tune_one(const Code& code, Subject& subject, const TunerTask& task, RunCache& cache,
                             const std::stop_token& stop);

/// "domain=zones ; default"
[[nodiscard]] std::vector<std::string> texts_of(const Space& space, const Recipe& recipe);
/// An Error names an ingredient that the space does not have.
[[nodiscard]] Result<Recipe> recipe_from(const Space& space, const std::vector<std::string>& texts);

}  // namespace assay::analyzer::tune
