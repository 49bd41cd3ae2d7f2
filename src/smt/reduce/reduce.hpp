#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "core/reduce/keep_command.hpp"
#include "core/reduce/kept_property.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// A user's script on which the target fails.
struct ForeignScript {
  core::Case subject;          ///< with a witness, if the evaluator confirms the given model or a reference's model
  core::Verdict verdict;       ///< the target's bug
  std::string original;        ///< the user's text
  bool by_references = false;  ///< only agreeing references know its truth: each reduction step asks them
};

/// The values of `--keep`. "sat", "unsat" and "unknown": the answer to the last check.
[[nodiscard]] std::span<const std::string_view> kept_forms();
/// True if two solvers are compared: "slower:N" and "lost" (reduce_keeping_change).
[[nodiscard]] bool compares_two(const core::KeptProperty& property);

/// Reduces a script while `has_property` is true of its text. The script's truth may change. A script that Assay cannot
/// read is reduced as plain text. Fails if the script does not have the property.
[[nodiscard]] Result<core::Case> reduce_text(std::string_view text, const std::string& file_name,
                                             const std::function<bool(const std::string&)>& has_property,
                                             const core::ReduceBudget& budget);

/// For users' scripts: determines their truth, judges the target and reduces.
class ForeignReducer {
 public:
  ForeignReducer(SolverDefinition target, std::vector<SolverDefinition> references, const core::Limits& limits);

  /// Finds the target's bug on this script. `witness`: a model in the syntax of solvers; empty: a model of a reference
  /// that the evaluator confirms, or else agreeing answers of the references give the truth. Fails if the target does
  /// not fail, or if its answer cannot be judged without a known truth.
  [[nodiscard]] Result<ForeignScript> examine(std::string_view text, const std::string& file_name,
                                              std::string_view witness, const std::stop_token& stop);

  [[nodiscard]] core::Case reduce(const ForeignScript& script, const core::ReduceBudget& budget);

  /// Reduces the script while the target's run has the property. The script's truth may change. A script that Assay
  /// cannot read is reduced as plain text. Fails if the run on the original script does not have the property.
  [[nodiscard]] Result<core::Case> reduce_keeping(std::string_view text, const std::string& file_name,
                                                  const core::KeptProperty& property, const core::ReduceBudget& budget);

 private:
  /// Parses the script and removes queries, which the runner adds itself, and `exit`.
  [[nodiscard]] static Result<Script> read(TermStore& store, std::string_view text, const std::string& file_name);
  [[nodiscard]] SolverAnswer ask_target(const core::Case& subject, bool model, const std::stop_token& stop);
  [[nodiscard]] core::Verdict run_target(const core::Case& subject, const std::stop_token& stop);
  /// True if the target gives a model for a script with one Boolean constant. Then a missing model is a failure.
  [[nodiscard]] bool gives_models(const std::stop_token& stop);
  [[nodiscard]] Status find_truth(ForeignScript& script, const Script& parsed, TermStore& store,
                                  std::string_view witness, const std::stop_token& stop);
  [[nodiscard]] bool references_agree(const core::Case& subject, const std::stop_token& stop);
  /// The core of the first reference that gives a core.
  [[nodiscard]] std::optional<std::vector<std::string>> core_of(const core::Case& named, const std::stop_token& stop);

  struct Solver {
    SolverDefinition definition;
    std::unique_ptr<SolverRunner> runner;
    std::unique_ptr<SolverRunner> core_runner;  ///< requests cores that need not be minimal; nullptr: not supported
    double cpu_seconds = 0;                     ///< of the longest answered run on the unreduced script

    [[nodiscard]] SolverAnswer run(const std::string& text, const Query& query, const std::stop_token& stop);
  };
  /// Limits every further run to 2 * (t + 1) CPU seconds, where t is the solver's longest run on the unreduced script:
  /// a step that makes the script harder for the solver would otherwise use up the budget.
  void shorten_runs();

  core::Limits limits_;
  Solver target_;
  std::vector<Solver> references_;
};

}  // namespace assay::smt
