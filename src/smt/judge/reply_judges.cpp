#include <algorithm>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "smt/judge/judges.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;
using Kind = SolverAnswer::Kind;

/// True if reply i belongs to check i. After an error, a solver may continue without the rejected command.
bool replies_count(Kind kind) {
  switch (kind) {
    case Kind::Answered:
    case Kind::Crash:
    case Kind::Timeout:
    case Kind::OutOfMemory:
    case Kind::OutputLimit:
    case Kind::FileLimit:
    case Kind::Killed: return true;
    default: return false;
  }
}

std::string expectation(std::size_t check, std::size_t checks, Truth truth, Reply reply) {
  std::string text;
  if (checks > 1) text = "check " + std::to_string(check + 1) + " of " + std::to_string(checks) + ": ";
  return text + "expected " + std::string(name(truth)) + ", the answer was " + std::string(name(reply));
}

std::string logic_of_case(const core::Case& subject) {
  if (const core::File* script = subject.file(kScriptFile)) {
    constexpr std::string_view kCommand = "(set-logic ";
    const std::size_t at = script->content.find(kCommand);
    if (at != std::string::npos) {
      const std::size_t end = script->content.find(')', at);
      if (end != std::string::npos) {
        return std::string(trim(script->content.substr(at + kCommand.size(), end - at - kCommand.size())));
      }
    }
  }
  return subject.group;
}

}  // namespace

MaybeJudgement judge_replies(const SolverRun& run, const Verdict* /*so_far*/) {
  const std::vector<Truth>& truths = run.facts.truths;
  const std::vector<Reply>& replies = run.answer.replies;
  if (!replies_count(run.answer.kind)) return std::nullopt;
  for (std::size_t i = 0; i < std::min(truths.size(), replies.size()); ++i) {
    const std::string detail = expectation(i, truths.size(), truths[i], replies[i]);
    if (truths[i] == Truth::Sat && replies[i] == Reply::Unsat)
      return Judgement{Verdict::bug(BugKind::RefutationUnsound, "unsat for satisfiable", detail)};
    if (truths[i] == Truth::Unsat && replies[i] == Reply::Sat)
      return Judgement{Verdict::bug(BugKind::SolutionUnsound, "sat for unsatisfiable", detail)};
  }
  return std::nullopt;
}

// For `sat` on a script that two families refute: a model that satisfies the script proves the references wrong. A
// model that does not is an invalid model, which is certain without the references.
MaybeJudgement judge_references_by_model(const SolverRun& run, const Verdict* so_far) {
  if (so_far->kind != BugKind::SolutionUnsound || !is_refuted_by_solvers(run.facts)) return std::nullopt;
  if (!run.answer.model || !run.terms.is_readable()) return std::nullopt;
  const ModelVerdict model = judge_printed_model(run.terms.store(), run.terms.script(), *run.answer.model);
  if (model.kind == ModelVerdict::Kind::Holds) return Judgement{Verdict::skip("a model refutes the references")};
  if (model.kind == ModelVerdict::Kind::NotJudged) return std::nullopt;
  return Judgement{Verdict::bug(BugKind::InvalidModel, model.reason,
                                so_far->detail + "; the model " + model.reason + ": " + model.detail)};
}

MaybeJudgement judge_unknown(const SolverRun& run, const Verdict* /*so_far*/) {
  const std::vector<Truth>& truths = run.facts.truths;
  for (std::size_t i = 0; i < std::min(truths.size(), run.answer.replies.size()); ++i) {
    if (run.answer.replies[i] != Reply::Unknown || truths[i] == Truth::Open) continue;
    const core::File* script = run.subject.file(kScriptFile);
    const bool tactic = script != nullptr && script->content.find("(check-sat-using") != std::string::npos;
    const std::string logic = logic_of_case(run.subject);
    if (!run.facts.decidable || tactic || !Capabilities(run.target).decides(logic))
      return Judgement{Verdict::skip(std::string(core::kUnknownAnswer))};
    return Judgement{Verdict::bug(BugKind::Incomplete, "unknown in " + logic,
                                  expectation(i, truths.size(), truths[i], Reply::Unknown))};
  }
  return std::nullopt;
}

MaybeJudgement judge_other_output(const SolverRun& run, const Verdict* /*so_far*/) {
  if (run.answer.unclassified.empty()) return std::nullopt;
  Judgement judgement{Verdict::skip("unclassified output")};
  judgement.verdict.detail = run.answer.unclassified;
  return judgement;
}

}  // namespace assay::smt
