#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/case/tester.hpp"
#include "smt/compare/compare_config.hpp"
#include "smt/compare/contradiction_judge.hpp"
#include "smt/judge/compared_answer.hpp"

namespace assay::smt {

/// Runs each script on all targets, and compares each run with the first target's run. The steps for a case:
///   1. generate: the script of the index.
///   2. run: the first call for a case measures all targets in a random order; in a campaign it also repeats the runs
///      that differ, and tells by variants whether a difference is stable. Each call gives one target's trial.
///   3. compare: the differences that are bugs. A replay on another version therefore runs the first target, too.
///   4. reduce: a smaller script with the same change.
class CompareTester final : public core::Tester {
 public:
  explicit CompareTester(std::shared_ptr<const CompareConfig> config);

  std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token& stop) override;
  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode,
                  const std::stop_token& stop) override;
  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case& subject,
                                                             const std::vector<core::Trial>& trials) override;
  core::Case reduce(const core::Case& failing, std::size_t target, const core::Verdict& wanted,
                    const core::ReduceBudget& budget) override;
  std::string signature(const core::Case& reduced, std::size_t target, const core::Verdict& verdict) override;
  core::Reproduction reproduction(const core::Finding& finding, std::size_t target,
                                  const std::stop_token& stop) override;
  [[nodiscard]] double reduction_cpu_seconds() const override { return reduction_cpu_seconds_; }

 private:
  /// All targets on one script.
  struct Round {
    std::string script;
    std::vector<SolverAnswer> answers;  ///< by target; Cancelled for targets that a stop left out
    std::vector<std::string> notes;     ///< by target
  };

  /// In a campaign the solver also counts its work.
  [[nodiscard]] SolverAnswer run_script(std::size_t target, const std::string& script, core::RunMode mode,
                                        const std::stop_token& stop);
  /// Runs all targets once, in an order that depends on the case. `only`: just the first target and this one.
  [[nodiscard]] Round measure(const core::Case& subject, core::RunMode mode, const std::stop_token& stop,
                              std::optional<std::size_t> only = {});
  /// Runs a target whose earlier run on this script had no answer, for a share of the limit. Full runs follow if any
  /// target answers.
  [[nodiscard]] SolverAnswer run_shortly(std::size_t target, const std::string& script, const std::stop_token& stop);
  void complete_short_runs(Round& round, const std::vector<std::size_t>& targets, const std::stop_token& stop);
  /// Repeats the runs that differ, and writes the notes.
  void examine(Round& round, const std::stop_token& stop);
  /// Repeats both sides of a difference that noise can explain.
  void repeat(Round& round, std::size_t target, const std::stop_token& stop);
  /// "systematic", "also unstable before": how the change behaves on variants of the script.
  [[nodiscard]] std::string stability(const Round& round, std::size_t target, core::Change change,
                                      const std::stop_token& stop);
  /// "with smt.arith.solver=2: unsat 0.4 s": the flag of SolverDefinition::earlier_behaviour with which the target
  /// gives the first target's answer soonest, in like time; empty: none.
  [[nodiscard]] std::string find_remedy(const Round& round, std::size_t target, const std::stop_token& stop);
  /// The note in the table; for a script that is not comparable, the version that does not take it and why.
  [[nodiscard]] std::string note_on(const Round& round, std::size_t target) const;
  /// An answer of a target as a comparison sees it.
  [[nodiscard]] core::ComparedRun compared_run(const SolverAnswer& answer, std::size_t target) const {
    return compared(answer, start_seconds_[target]);
  }
  /// The CPU seconds that a target gets for what took the first target so long: with more, it is slower by the rule.
  [[nodiscard]] double enough_for(std::size_t target, const core::ComparedRun& first) const {
    return config_->slow_rule().limit_for(first.seconds_on_input()) + start_seconds_[target];
  }
  [[nodiscard]] core::Change change_of(const Round& round, std::size_t target) const;
  /// The verdict on a target without its differences: a pass, or a skip of a script that it does not take.
  [[nodiscard]] core::Verdict own_verdict(const Round& round, std::size_t target) const;
  /// The bug that a difference is; nullopt if there is none, or if CompareOptions::fail_on leaves it out.
  [[nodiscard]] std::optional<core::Verdict> difference_of(const Round& round, std::size_t target,
                                                           const std::stop_token& stop);
  /// Whether fresh runs of all targets, with the campaign's limits, show a bug of the same kind.
  [[nodiscard]] bool fails_alike(const core::Case& candidate, std::size_t target, const core::Verdict& wanted,
                                 const std::stop_token& stop);
  /// The last of the steps that fails alike, by binary search; `failing` if there is none.
  [[nodiscard]] core::Case last_failing(const core::Case& failing, std::vector<core::Case> steps, std::size_t target,
                                        const core::Verdict& wanted, const std::stop_token& stop);

  std::shared_ptr<const CompareConfig> config_;
  std::vector<std::unique_ptr<SolverPort>> solvers_;
  std::vector<std::unique_ptr<SolverPort>> measured_;  ///< the same with statistics
  std::vector<double> start_seconds_;  ///< by target: seconds_to_start; measured before the first script
  std::optional<Round> round_;         ///< of the last case in the campaign
  ContradictionJudge contradictions_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace assay::smt
