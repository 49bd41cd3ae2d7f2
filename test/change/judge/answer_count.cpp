#include "smt/judge/judges.hpp"

namespace assay::smt {

MaybeJudgement judge_answer_count(const SolverRun& run, const core::Verdict* /*so_far*/) {
  const std::size_t answers = run.answer.replies.size();
  const std::size_t checks = run.facts.truths.size();
  if (answers <= checks) return std::nullopt;
  return Judgement{core::Verdict::bug(core::BugKind::WrongResult, "more answers than checks",
                                      std::to_string(answers) + " answers to " + std::to_string(checks) + " checks")};
}

}  // namespace assay::smt
