#include "smt/judge/judges.hpp"
#include "smt/judge/pass_rows.hpp"

namespace assay::smt {

MaybeJudgement judge_proof_given(const SolverRun& run, const core::Verdict* so_far) {
  const SolverAnswer& answer = run.answer;
  const bool is_unsat = !answer.replies.empty() && answer.replies.back() == Reply::Unsat;
  if (run.asked.proof.empty() || !run.check_proof || !is_unsat || so_far == nullptr) return std::nullopt;
  if (!answer.proof) return Judgement{core::Verdict::pass(passes::kReplies, "no proof after unsat")};
  return Judgement{run.check_proof(*answer.proof)};
}

}  // namespace assay::smt
