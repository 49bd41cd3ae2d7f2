#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
/// A solver's error message without the parts that depend on the script: "NAME" replaces declared names, "(...)"
/// replaces terms and sorts. The unchanged message if the script cannot be parsed.
[[nodiscard]] std::string cause_of_rejection(std::string_view message, std::string_view script);

// model_judge.cpp
[[nodiscard]] MaybeJudgement judge_model_given(const SolverRun& run, const core::Verdict* so_far);

// optimum_judges.cpp
[[nodiscard]] MaybeJudgement judge_optimum_by_witness(const SolverRun& run, const core::Verdict* so_far);
[[nodiscard]] MaybeJudgement judge_known_optimum(const SolverRun& run, const core::Verdict* so_far);
/// Compares the get-objectives answer and the values under the model with the optimum of the case (thesis, section
/// 3.5.3). Nullopt if both are right, or if no optimum is known or the answer is not `sat`.
[[nodiscard]] std::optional<core::Verdict> judge_objectives(TermStore& store, const Script& script,
                                                            const SmtFacts& facts, const SolverAnswer& answer);

// core_judge.cpp
[[nodiscard]] MaybeJudgement judge_core_given(const SolverRun& run, const core::Verdict* so_far);
/// Asks the solver about a script that has only some of the named assertions.
using AskAbout = std::function<SolverAnswer(const std::string& script)>;

/// Judges the unsat core of the last check's answer. A core that lacks an expected assertion is `invalid-core` if it is
/// satisfiable together with the unnamed assertions: by a model that the evaluator confirms, or because the solver
/// answers `sat` for it. A core with needless assertions is `imprecise` if the solver promises minimal cores. Nullopt
/// if no core is expected or the last answer is not `unsat`.
[[nodiscard]] std::optional<core::Verdict> judge_core(const SolverDefinition& definition, TermStore& store,
                                                      const Script& script, const SmtFacts& facts,
                                                      const SolverAnswer& answer, const AskAbout& ask);

/// The script without the named assertions that are not in `names`. Unnamed assertions stay: they are in every core.
[[nodiscard]] Script restricted_to(const TermStore& store, const Script& script, const std::vector<std::string>& names);

// certificate_judge.cpp
[[nodiscard]] MaybeJudgement judge_certificates_given(const SolverRun& run, const core::Verdict* so_far);

// proof_judge.cpp
[[nodiscard]] MaybeJudgement judge_proof_given(const SolverRun& run, const core::Verdict* so_far);

// self_check.cpp
[[nodiscard]] MaybeJudgement judge_own_answers(const SolverRun& run, const core::Verdict* so_far);
/// Two answers of one solver that contradict each other: `unsat` for a set of formulas, and `sat` for the same set or
/// for a superset.
struct SelfContradiction {
  std::string detail;
  /// Index of the check with the answer `unsat` that `witness` refutes. Nullopt without such a check in the script.
  std::optional<std::size_t> check;
  /// The model of the `sat` answer, if the evaluator confirms it. It also satisfies the formulas of the `unsat` answer.
  std::optional<std::string> witness;
};

/// Maximum number of checks of one script that are repeated in scripts of their own.
inline constexpr std::size_t kMaxChecksAlone = 2;

/// Runs the solver on a script in a fresh process and requests a model.
using AskForModel = std::function<SolverAnswer(const Script& script)>;

/// Looks for a contradiction among the answers to a script's checks. Then asks, for the last `max_asked` distinct
/// checks, about a script with only the assertions that are active there, and compares these answers, too. Without
/// `ask` only the given answers are compared.
[[nodiscard]] std::optional<SelfContradiction> find_contradiction(TermStore& store, const Script& script,
                                                                  const std::vector<Reply>& replies,
                                                                  const AskForModel& ask, std::size_t max_asked);

// option_judge.cpp
[[nodiscard]] MaybeJudgement judge_drawn_options(const SolverRun& run, const core::Verdict* so_far);

}  // namespace assay::smt
