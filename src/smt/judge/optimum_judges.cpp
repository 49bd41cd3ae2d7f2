#include <algorithm>
#include <utility>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "smt/judge/judges.hpp"
#include "smt/solver/objectives.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;

/// The values as a comma-separated list, for a bug's detail.
std::string text_of_all(const std::vector<ObjectiveValue>& values) {
  std::vector<std::string> texts;
  for (const ObjectiveValue& value : values) texts.push_back(value.text());
  return join(texts, ", ");
}

bool same(const std::vector<ObjectiveValue>& a, const std::vector<ObjectiveValue>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ObjectiveValue& x, const ObjectiveValue& y) {
    return ObjectiveValue::compare(x, y) == 0;
  });
}

}  // namespace

std::optional<Verdict> judge_objectives(TermStore& store, const Script& script, const SmtFacts& facts,
                                        const SolverAnswer& answer) {
  const bool is_sat =
      answer.kind == SolverAnswer::Kind::Answered && answer.replies.size() == 1 && answer.replies[0] == Reply::Sat;
  if (facts.optimum.empty() || !is_sat) return std::nullopt;
  std::vector<ObjectiveValue> wanted;
  for (const std::string& text : facts.optimum) wanted.push_back({0, mpq_class(text, 10), 0});
  if (answer.objectives) {
    const auto values = reported_objectives(*answer.objectives);
    if (!values) {
      Verdict verdict = Verdict::skip("objectives cannot be read");
      verdict.detail = *answer.objectives;
      return verdict;
    }
    if (!same(*values, wanted))
      return Verdict::bug(BugKind::WrongResult, "wrong optimum",
                          "expected " + text_of_all(wanted) + ", the answer was " + text_of_all(*values));
  }
  if (!answer.model) return std::nullopt;
  const auto model = parse_model(store, script, *answer.model);
  const auto values = model ? reached_objectives(store, script, *model) : std::nullopt;
  if (values && !same(*values, wanted))
    return Verdict::bug(BugKind::InvalidModel, "model misses the optimum",
                        "the optimum is " + text_of_all(wanted) + ", the model reaches " + text_of_all(*values));
  return std::nullopt;
}

MaybeJudgement judge_known_optimum(const SolverRun& run, const Verdict* /*so_far*/) {
  if (run.facts.optimum.empty() || !run.terms.is_readable()) return std::nullopt;
  auto verdict = judge_objectives(run.terms.store(), run.terms.script(), run.facts, run.answer);
  if (!verdict) return std::nullopt;
  return Judgement{std::move(*verdict)};
}

MaybeJudgement judge_optimum_by_witness(const SolverRun& run, const Verdict* /*so_far*/) {
  const SolverAnswer& answer = run.answer;
  const core::File* witness = run.subject.file(kWitnessFile);
  const bool is_sat = !answer.replies.empty() && answer.replies.back() == Reply::Sat;
  const bool applies = answer.objectives && is_sat && witness != nullptr && run.subject.file(kJudgedFile) == nullptr;
  if (!applies || !run.terms.is_readable()) return std::nullopt;
  const auto beaten = beaten_optimum(run.terms.store(), run.terms.script(), witness->content, run.facts.interpretation,
                                     *answer.objectives);
  if (!beaten) return std::nullopt;
  return Judgement{Verdict::bug(BugKind::WrongResult, "wrong optimum", *beaten)};
}

}  // namespace assay::smt
