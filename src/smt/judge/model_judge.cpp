#include <algorithm>
#include <string>

#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;

/// The reservation of a pass if the truth of a check is open. `by_model`: the last check was judged by its model.
std::string open_answers(const SmtFacts& facts, bool by_model) {
  const auto end = facts.truths.end() - (by_model && !facts.truths.empty() ? 1 : 0);
  return std::find(facts.truths.begin(), end, Truth::Open) == end ? "" : "answer not judged: nobody knows its truth";
}

/// True if a solver that answers `sat` must give a model: the script sets only `produce-...` options and uses no
/// tactic, because tactics may transform the formula.
bool promises_model(const core::Case& subject) {
  const std::string_view script = subject.files.empty() ? std::string_view() : subject.files.front().content;
  constexpr std::string_view kSet = "(set-option :";
  for (std::size_t at = script.find(kSet); at != std::string_view::npos; at = script.find(kSet, at + 1))
    if (!script.substr(at + kSet.size()).starts_with("produce-")) return false;
  return script.find("(check-sat-using") == std::string_view::npos;
}

Verdict without_model(const core::Case& subject, const SolverAnswer& answer) {
  if (answer.model_excused || !answer.unclassified.empty() || !promises_model(subject))
    return Verdict::pass(passes::kModelOpen, std::string("model not judged: ") + kNoModel);
  return Verdict::bug(BugKind::InvalidModel, kNoModel,
                      "sat, and then " + (answer.message.empty() ? "nothing" : "'" + answer.message + "'") +
                          " instead of the model that was asked for");
}

ModelVerdict judge_model_of(const SolverRun& run) {
  if (!run.terms.is_readable()) return {ModelVerdict::Kind::NotJudged, "the script cannot be read", {}};
  return judge_printed_model(run.terms.store(), run.terms.script(), *run.answer.model);
}

}  // namespace

MaybeJudgement judge_model_given(const SolverRun& run, const Verdict* /*so_far*/) {
  const SolverAnswer& answer = run.answer;
  if (answer.replies.empty()) return Judgement{Verdict::pass(passes::kNothingAsked)};
  if (answer.replies.back() != Reply::Sat || !(answer.model_asked || answer.model))
    return Judgement{Verdict::pass(passes::kReplies, open_answers(run.facts, false))};
  if (!answer.model) return Judgement{without_model(run.subject, answer)};
  const ModelVerdict model = judge_model_of(run);
  if (model.kind == ModelVerdict::Kind::Refuted)
    return Judgement{
        Verdict::bug(BugKind::InvalidModel, model.reason, "the model " + model.reason + ": " + model.detail)};
  if (model.kind == ModelVerdict::Kind::Holds)
    return Judgement{Verdict::pass(passes::kModel, open_answers(run.facts, true))};
  Judgement judgement{Verdict::pass(passes::kModelOpen, "model not judged: " + model.reason)};
  judgement.verdict.detail = model.detail;
  return judgement;
}

}  // namespace assay::smt
