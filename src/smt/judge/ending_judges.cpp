#include <algorithm>
#include <set>
#include <string>

#include "assay/base/check.hpp"
#include "core/target/ending.hpp"
#include "smt/judge/judges.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;
using Kind = SolverAnswer::Kind;

Verdict bug_reported_by_solver(const Confession& confession) {
  return Verdict::bug(confession.kind, confession.meaning, "the solver says so itself: " + confession.meaning);
}

/// True if two functions, constants or constructors of the script have the same name. Some solvers allow such
/// overloading by sorts; SMT-LIB 2.7 (section 4.2.3) does not, so that an error is no bug.
bool overloads_a_name(const TermStore& store, const Script& script) {
  std::set<SymbolId> names;
  const auto is_new = [&](FunctionId id) { return names.insert(store.node(id).name).second; };
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Reset) names.clear();
    if (!std::all_of(command.functions.begin(), command.functions.end(), is_new)) return true;
    for (const DatatypeId id : command.datatypes)
      for (const Constructor& constructor : store.node(id).constructors)
        if (!is_new(constructor.function)) return true;
  }
  return false;
}

}  // namespace

Verdict no_full_answer(const core::Case& subject, const SolverAnswer& answer) {
  const auto skip = [](std::string_view reason) { return Verdict::skip(std::string(reason)); };
  switch (answer.kind) {
    case Kind::Unsupported: return Verdict::refusal(answer.message);
    case Kind::Error:
      return Verdict::bug(
          BugKind::RejectsValid,
          cause_of_rejection(answer.message, subject.files.empty() ? "" : subject.files.front().content),
          "an error on a valid script: " + answer.message);
    case Kind::Crash: return Verdict::bug(BugKind::Crash, answer.message, "the solver failed: " + answer.message);
    case Kind::Timeout: return skip(core::kTimeout);
    case Kind::OutOfMemory: return skip(core::kOutOfMemory);
    case Kind::OutputLimit: return skip(core::kOutputLimit);
    case Kind::FileLimit: return skip(core::kFileLimit);
    case Kind::Killed: return skip(core::kKilledFromOutside);
    case Kind::Cancelled: return skip(core::kCancelled);
    case Kind::Missing: return skip(core::kCannotStart);
    case Kind::Garbage:
      return Verdict::bug(BugKind::Crash, "garbage output",
                          answer.message + (answer.unclassified.empty() ? "" : ": " + answer.unclassified));
    case Kind::Answered: break;
  }
  ASSAY_CHECK(false, "a full answer is judged elsewhere");
}

MaybeJudgement judge_ending(const SolverRun& run, const Verdict* /*so_far*/) {
  if (run.answer.kind == Kind::Answered) return std::nullopt;
  if (run.answer.confession) return Judgement{bug_reported_by_solver(*run.answer.confession)};
  return Judgement{no_full_answer(run.subject, run.answer)};
}

MaybeJudgement judge_confession(const SolverRun& run, const Verdict* /*so_far*/) {
  if (!run.answer.confession) return std::nullopt;
  return Judgement{bug_reported_by_solver(*run.answer.confession)};
}

// Seeds may use a solver's reserved names or exceed its limits. An error that the target also gives on the seed is no
// bug of the case.
MaybeJudgement judge_rejected_source(const SolverRun& run, const Verdict* so_far) {
  const bool applies = so_far->kind == BugKind::RejectsValid && run.in_campaign && run.options.empty();
  if (!applies || !run.rejected_sources) return std::nullopt;
  for (const std::string& message : run.rejected_sources())
    if (message == run.answer.message) return Judgement{Verdict::refusal("the target rejects the seed, too")};
  return std::nullopt;
}

MaybeJudgement judge_overloaded_name(const SolverRun& run, const Verdict* so_far) {
  if (so_far->kind != BugKind::RejectsValid || !run.terms.is_readable()) return std::nullopt;
  if (!overloads_a_name(run.terms.store(), run.terms.script())) return std::nullopt;
  return Judgement{Verdict::skip("an error on a script with two things of one name")};
}

}  // namespace assay::smt
