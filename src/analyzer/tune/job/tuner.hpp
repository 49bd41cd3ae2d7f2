#pragma once

#include <functional>
#include <stop_token>

#include "analyzer/tune/evaluate/evaluator.hpp"
#include "analyzer/tune/job/guard.hpp"
#include "assay/analyzer/tune_job.hpp"

namespace assay::analyzer::tune {

/// What tuning for one piece of code needs beside its subject.
struct TunerTask {
  const TuneOptions* options = nullptr;
  const Tuning* tuning = nullptr;
  Weights weights;
  std::vector<CheckKey> answers;      ///< of a bug finder with labels: the right ones
  std::vector<std::string> schedule;  ///< ingredients as texts
  double tuning_seconds = 0;          ///< CPU time of the analyzer that may be charged
  /// A recipe that may still be good, with what it left when it was made; no ingredients: there is none.
  std::vector<std::string> old_recipe;
  std::size_t old_alarms = 0;
  std::function<void(const TuneStep&)> observer;
  /// Cross-examines a configuration, given as words of the command; empty: nothing is examined.
  std::function<Examined(const std::vector<std::string>& words)> examine;
};

/// Looks for the best recipe (TAILOR, Algorithm 6, with the search that the options name), and runs it again in fresh
/// processes: what does not repeat is not claimed.
[[nodiscard]] Tuned tune_one(const Code& code, Subject& subject, const TunerTask& task, RunCache& cache,
                             const std::stop_token& stop);

/// "domain=zones ; default"
[[nodiscard]] std::vector<std::string> texts_of(const Space& space, const Recipe& recipe);
/// An Error names the ingredient that the space does not know.
[[nodiscard]] Result<Recipe> recipe_from(const Space& space, const std::vector<std::string>& texts);

}  // namespace assay::analyzer::tune
