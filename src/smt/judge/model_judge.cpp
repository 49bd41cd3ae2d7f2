#include <algorithm>
#include <string>

#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;

/// Answers to checks whose truth nobody knows were not judged by it. `by_model`: the last one was, by its model.
std::string open_answers(const SmtFacts& facts, bool by_model) {
  const auto end = facts.truths.end() - (by_model && !facts.truths.empty() ? 1 : 0);
  return std::find(facts.truths.begin(), end, Truth::Open) == end ? "" : "answer not judged: nobody knows its truth";
}

/// Whether the answer `sat` promises a model: no other option than those that ask for results is set, and no tactic is
/// named, which may turn the formula into another one.
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

ModelVerdict judged(const SolverRun& run) {
  if (!run.terms.readable()) return {ModelVerdict::Kind::NotJudged, "the script cannot be read", {}};
  return judge_printed_model(run.terms.store(), run.terms.script(), *run.answer.model);
}

}  // namespace

Said judge_model_given(const SolverRun& run, const Verdict* /*so_far*/) {
  const SolverAnswer& answer = run.answer;
  if (answer.replies.empty()) return Judgement{Verdict::pass(passes::kNothingAsked)};
  if (answer.replies.back() != Reply::Sat || !(answer.model_asked || answer.model))
    return Judgement{Verdict::pass(passes::kReplies, open_answers(run.facts, false))};
  if (!answer.model) return Judgement{without_model(run.subject, answer)};
  const ModelVerdict model = judged(run);
  if (model.kind == ModelVerdict::Kind::Refuted)
    return Judgement{
        Verdict::bug(BugKind::InvalidModel, model.reason, "the model " + model.reason + ": " + model.detail)};
  if (model.kind == ModelVerdict::Kind::Holds)
    return Judgement{Verdict::pass(passes::kModel, open_answers(run.facts, true))};
  Judgement said{Verdict::pass(passes::kModelOpen, "model not judged: " + model.reason)};
  said.verdict.detail = model.detail;
  return said;
}

}  // namespace assay::smt
