#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/solver.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {

/// A script that somebody brings, to be reduced against a target.
struct ForeignScript {
  core::Case subject;          ///< with a witness, when a reference solver's model satisfies it by our evaluator
  core::Verdict verdict;       ///< the target's bug
  bool by_references = false;  ///< its truth is what agreeing reference solvers say, and each step has to ask them
};

/// Runs foreign scripts: finds out their truth, judges the target, reduces.
class ForeignReducer {
 public:
  ForeignReducer(SolverDefinition target, std::vector<SolverDefinition> references, const core::Limits& limits);

  /// What is wrong with the target on this script. `witness` is a model as solvers print it, or empty: then the
  /// references are asked, for a model that our evaluator accepts or for answers that agree. An Error when the target
  /// does not fail, or when its answer could only be called wrong with a truth that nobody tells.
  [[nodiscard]] Result<ForeignScript> examine(std::string_view text, const std::string& file_name,
                                              std::string_view witness, const std::stop_token& stop);

  [[nodiscard]] core::Case reduce(const ForeignScript& script, const core::ReduceBudget& budget);

  /// A smaller script whose last check the target answers alike, whatever is true. An Error: the target answers
  /// otherwise.
  [[nodiscard]] Result<core::Case> reduce_keeping(std::string_view text, const std::string& file_name, Reply answer,
                                                  const core::ReduceBudget& budget);

 private:
  /// The script without what the runner adds itself, and what would end it before its answer is read.
  [[nodiscard]] static Result<Script> read(TermStore& store, std::string_view text, const std::string& file_name);
  [[nodiscard]] SolverAnswer ask_target(const core::Case& subject, bool model, const std::stop_token& stop);
  [[nodiscard]] core::Verdict run_target(const core::Case& subject, const std::stop_token& stop);
  /// Whether the target has a model for a script of one Boolean constant: then a refused one is a failure.
  [[nodiscard]] bool gives_models(const std::stop_token& stop);
  [[nodiscard]] Status find_truth(ForeignScript& script, const Script& parsed, TermStore& store,
                                  std::string_view witness, const std::stop_token& stop);
  [[nodiscard]] bool references_agree(const core::Case& subject, const std::stop_token& stop);
  /// The core of the first reference that gives one.
  [[nodiscard]] std::optional<std::vector<std::string>> core_of(const core::Case& named, const std::stop_token& stop);

  struct Solver {
    SolverDefinition definition;
    std::unique_ptr<SolverRunner> runner;
    std::unique_ptr<SolverRunner> core_runner;  ///< gives cores that need not be minimal; null: gives none
    double cpu_seconds = 0;                     ///< of its longest answered run on the unreduced script

    [[nodiscard]] SolverAnswer run(const std::string& text, const Query& query, const std::stop_token& stop);
  };
  /// Gives every run of a reduction at most twice the time of those on the unreduced script, and two seconds: a step
  /// that makes the script harder would use up the budget.
  void shorten_runs();

  core::Limits limits_;
  Solver target_;
  std::vector<Solver> references_;
};

}  // namespace assay::smt
