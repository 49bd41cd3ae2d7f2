#pragma once

#include <optional>

#include "smt/judge/judge.hpp"

namespace assay::smt {

// The functions of the rows in judge_rows.cpp, whose help texts describe them. Nullopt: the judge does not apply.
using MaybeJudgement = std::optional<Judgement>;

// reply_judges.cpp
[[nodiscard]] MaybeJudgement judge_replies(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_references_by_model(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_unknown(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_other_output(const SolverRun& run, const core::Verdict* so_far);

// instance_judge.cpp
[[nodiscard]] MaybeJudgement judge_known_instances(const SolverRun& run, const core::Verdict* so_far);

// ending_judges.cpp
[[nodiscard]] MaybeJudgement judge_ending(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_confession(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_rejected_source(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_overloaded_name(const SolverRun& run, const core::Verdict* so_far);

// model_judge.cpp
[[nodiscard]] MaybeJudgement judge_model_given(const SolverRun& run, const core::Verdict* so_far);

// optimum_judges.cpp
[[nodiscard]] MaybeJudgement judge_optimum_by_witness(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_known_optimum(const SolverRun& run, const core::Verdict* so_far);

// core_judge.cpp
[[nodiscard]] MaybeJudgement judge_core_given(const SolverRun& run, const core::Verdict* so_far);

// certificate_judge.cpp
[[nodiscard]] MaybeJudgement judge_certificates_given(const SolverRun& run, const core::Verdict* so_far);

// proof_judge.cpp
[[nodiscard]] MaybeJudgement judge_proof_given(const SolverRun& run, const core::Verdict* so_far);

// self_check.cpp
[[nodiscard]] MaybeJudgement judge_own_answers(const SolverRun& run, const core::Verdict* so_far);

// option_judge.cpp
[[nodiscard]] MaybeJudgement judge_drawn_options(const SolverRun& run, const core::Verdict* so_far);

}  // namespace assay::smt
