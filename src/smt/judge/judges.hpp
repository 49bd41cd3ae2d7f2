#pragma once

#include <optional>

#include "smt/judge/judge.hpp"

namespace assay::smt {

// The functions of the rows in judge_rows.cpp; each row says what its judge compares.
using Said = std::optional<Judgement>;

// reply_judges.cpp
[[nodiscard]] Said judge_replies(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] Said judge_references_by_model(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] Said judge_unknown(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] Said judge_other_output(const SolverRun& run, const core::Verdict* so_far);

// ending_judges.cpp
[[nodiscard]] Said judge_ending(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] Said judge_confession(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] Said judge_rejected_source(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] Said judge_overloaded_name(const SolverRun& run, const core::Verdict* so_far);

// model_judge.cpp
[[nodiscard]] Said judge_model_given(const SolverRun& run, const core::Verdict* so_far);

// optimum_judges.cpp
[[nodiscard]] Said judge_optimum_by_witness(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] Said judge_known_optimum(const SolverRun& run, const core::Verdict* so_far);

// core_judge.cpp
[[nodiscard]] Said judge_core_given(const SolverRun& run, const core::Verdict* so_far);

// self_check.cpp
[[nodiscard]] Said judge_own_answers(const SolverRun& run, const core::Verdict* so_far);

// option_judge.cpp
[[nodiscard]] Said judge_drawn_options(const SolverRun& run, const core::Verdict* so_far);

}  // namespace assay::smt
