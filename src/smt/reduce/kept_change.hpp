#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "core/reduce/kept_property.hpp"
#include "core/target/change.hpp"
#include "core/target/slow.hpp"
#include "smt/judge/compared_answer.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// Limits for runs whose times are compared: the time counts as CPU time, so that other load on the machine does not
/// matter. A run that waits ends at a multiple of it.
[[nodiscard]] core::Limits limited_by_cpu(core::Limits limits);

/// A change between two solvers on a script, which a reduction preserves: the first solver still gives its answer, and
/// the second one is slower, or has lost the answer in the same way. The second solver never gets more than
/// SlowRule::limit_for the first one's time on the same script, so a step gets cheaper as the script shrinks.
class KeptChange {
 public:
  /// `limits`: of limited_by_cpu.
  KeptChange(SolverDefinition first, SolverDefinition second, const core::Limits& limits, const core::SlowRule& rule,
             SolverFactory make_solver);

  /// Measures the start of both solvers, and the first one on the unreduced script. Needed before `holds`.
  const SolverAnswer& start(const std::string& script, const std::stop_token& stop);
  /// `reason`: the change, as reason_of names it ("slower", "lost: unknown").
  [[nodiscard]] bool holds(const std::string& script, std::string_view reason, const std::stop_token& stop) {
    return holds_under(rule_, script, reason, stop);
  }
  /// One phase of a reduction: a smaller case that still fails.
  using Phase = std::function<core::Case(const core::Case&, const StillFails&, const core::ReduceBudget&)>;
  /// Reduces a case that shows the change by `phase`. If that does not soon halve a script of many assertions, the
  /// script is reduced word for word, then by `phase` again. Most tries give the second solver a smaller multiple of
  /// the first one's time than SlowRule says, because a kept step costs all of that time; each case that is a fifth
  /// smaller is tried in full. Appends these cases to `steps`, and the result if it is smaller: all of them show the
  /// change.
  [[nodiscard]] core::Case reduce(const core::Case& failing, const std::string& reason,
                                  const core::ReduceBudget& budget, const Phase& phase, std::vector<core::Case>& steps);
  /// The second solver's run on the unreduced script, of at most `cpu_seconds`.
  [[nodiscard]] SolverAnswer run_second(const std::string& script, double cpu_seconds, const std::stop_token& stop);
  /// The CPU seconds of the second solver after which it is slow beside this run of the first one.
  [[nodiscard]] double enough(const core::SlowRule& rule, const SolverAnswer& first) const {
    return rule.limit_for(compared(first, first_start_).seconds_on_input()) + second_start_;
  }
  /// The change from a run of the first solver to a run of the second one.
  [[nodiscard]] core::Change change(const core::SlowRule& rule, const SolverAnswer& first,
                                    const SolverAnswer& second) const {
    return core::change_between(compared(first, first_start_), compared(second, second_start_), rule);
  }
  /// If the first solver answers `unsat` to the only check, it is asked for an unsat core, once in each part of
  /// reduce(). Else empty.
  [[nodiscard]] References references(const std::stop_token& stop);
  /// The unreduced script, with the truth that the first solver gives for `references`.
  [[nodiscard]] core::Case subject(core::Case failing) const;

  [[nodiscard]] double cpu_seconds() const { return cpu_seconds_; }  ///< of all runs

 private:
  [[nodiscard]] SolverAnswer run(const SolverDefinition& definition, const std::string& script, double cpu_seconds,
                                 const std::stop_token& stop);
  [[nodiscard]] bool holds_under(const core::SlowRule& rule, const std::string& script, std::string_view reason,
                                 const std::stop_token& stop);
  /// The CPU seconds of a try in which the second solver needs all of its time.
  [[nodiscard]] double longest_try(const core::SlowRule& rule) const;
  [[nodiscard]] std::optional<std::vector<std::string>> core_of(const std::string& named, const std::stop_token& stop);
  /// The texts of the assertions in an unsat core, or else of those near the goal.
  [[nodiscard]] std::set<std::string, std::less<>> needed_assertions(const std::string& script,
                                                                     const std::stop_token& stop);
  /// The case without assertions and parts of assertions that the change does not need, if it has many assertions.
  [[nodiscard]] core::Case shortened(const core::Case& failing, const StillFails& still_fails,
                                     core::ReduceBudget budget);
  [[nodiscard]] bool refutes() const { return before_.replies == std::vector{Reply::Unsat}; }

  SolverDefinition first_, second_;
  core::Limits limits_;
  core::SlowRule rule_;
  SolverFactory make_solver_;
  SolverAnswer before_;
  double first_start_ = 0, second_start_ = 0;  ///< seconds_to_start
  double first_seconds_ = 0;                   ///< the first solver's CPU time on the smallest script so far
  bool asked_for_core_ = false;
  double cpu_seconds_ = 0;
};

/// Reduces a script while the second solver is slower than the first one, or has lost its answer. `property`: of the
/// kind "slower" or "lost". `limits`: the time counts as CPU time. Fails if the script does not show the change.
[[nodiscard]] Result<core::Case> reduce_keeping_change(std::string_view text, const std::string& file_name,
                                                       const core::KeptProperty& property,
                                                       const std::vector<SolverDefinition>& targets,
                                                       const core::Limits& limits, const core::ReduceBudget& budget);

}  // namespace assay::smt
