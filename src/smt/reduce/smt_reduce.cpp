#include "smt/reduce/smt_reduce.hpp"

#include <algorithm>

#include "near_goal.hpp"
#include "smt_reduction.hpp"
#include "text_steps.hpp"

namespace assay::smt {
namespace {

/// The case without the parts that the failure does not need, word for word. `core`: see reduced_text.
core::Case reduced_word_for_word(const core::Case& failing, const StillFails& still_fails, core::ReductionClock& clock,
                                 const std::vector<std::size_t>& core) {
  core::Case best = failing;
  const auto keeps = [&](const std::string& text) {
    core::Case candidate = failing;
    candidate.files.front().content = text;
    return still_fails(candidate);
  };
  best.files.front().content = reduced_text(failing.files.front().content, keeps, clock, {core});
  return best;
}

/// The positions of the core's assertions among all assertions of the script; without a core, of the assertions near
/// the goal.
std::vector<std::size_t> core_positions(Reduction& reduction) {
  const std::vector<TermId>& core = reduction.core();
  if (core.empty()) return assertions_near_goal(reduction.store(), reduction.script());
  std::vector<std::size_t> positions;
  std::size_t next = 0;
  for (const Command& command : reduction.script().commands) {
    if (command.kind != CommandKind::Assert) continue;
    if (std::binary_search(core.begin(), core.end(), command.terms.front())) positions.push_back(next);
    ++next;
  }
  return positions;
}

}  // namespace

bool truth_matters(core::BugKind kind) {
  switch (kind) {
    case core::BugKind::RefutationUnsound:
    case core::BugKind::SolutionUnsound:
    case core::BugKind::InvalidCore:
    case core::BugKind::WrongResult:
    case core::BugKind::Unsound:
    case core::BugKind::Imprecise: return true;
    case core::BugKind::InvalidCertificate:  // the evaluator refutes what was printed
    case core::BugKind::InvalidProof:        // a wrong step is wrong for either truth of the script
    case core::BugKind::InvalidModel:        // the evaluator refutes the model for either truth of the script
    case core::BugKind::Incomplete:          // every script of the fragment is decidable
    case core::BugKind::Diverges:
    case core::BugKind::Inconsistent:  // compares the target's own answers
    case core::BugKind::Disagreement:  // each step runs all targets again
    case core::BugKind::Crash:
    case core::BugKind::RejectsValid:
    case core::BugKind::Nondeterministic:
    case core::BugKind::Miscompiled:
    case core::BugKind::Lost:
    case core::BugKind::Slow:
    case core::BugKind::Unstable: return false;
  }
  return true;
}

bool same_failure(const core::Verdict& found, const core::Verdict& wanted) {
  if (!found.is_bug() || found.kind != wanted.kind) return false;
  const bool by_message = wanted.kind == core::BugKind::Crash || wanted.kind == core::BugKind::RejectsValid ||
                          wanted.kind == core::BugKind::InvalidCertificate;
  return !by_message || found.reason == wanted.reason;
}

core::Case reduce_case(const core::Case& failing, const StillFails& still_fails, const core::ReduceBudget& budget,
                       bool keep_truth, const References& references, const Refutes& refutes, Steps steps) {
  Reduction reduction(failing, still_fails, budget, keep_truth, references, refutes);
  if (!reduction.start()) {
    // The script as Assay prints it does not fail. A script with fewer commands may.
    if (keep_truth || failing.files.empty()) return failing;
    core::ReductionClock clock(reduction.rest());
    core::Case shorter = reduced_word_for_word(failing, still_fails, clock, core_positions(reduction));
    const bool is_shorter = shorter.files.front().content.size() < failing.files.front().content.size();
    return is_shorter ? reduce_case(shorter, still_fails, clock.rest(), keep_truth, references, refutes, steps)
                      : shorter;
  }
  bool changed = true;
  while (changed && !reduction.exhausted()) {
    changed = false;
    for (const ReductionPass& pass : reduction_pass_table()) {
      if (reduction.exhausted()) break;
      if (steps == Steps::Removals && !pass.removes) continue;
      changed = pass.run(reduction) || changed;
    }
  }
  reduction.find_witness();
  return reduction.best();
}

}  // namespace assay::smt
