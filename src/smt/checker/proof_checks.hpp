#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/case/case.hpp"
#include "core/options/options.hpp"
#include "core/store/record.hpp"
#include "smt/checker/checker.hpp"

namespace assay::smt {

/// The options of campaigns that ask solvers for proofs of their answers.
struct ProofChecks {
  bool wanted = false;
  std::string checker = "ethos";  ///< a text for resolve_checker
  std::string signatures;         ///< see with_signatures

  CheckerFactory make_checker;  ///< for tests; empty: make_checker_port
};
/// The kind of certificate that is a proof, for --certificates.
inline constexpr std::string_view kProofs = "proofs";
/// The options, wanted if kProofs is among the kinds of certificates.
[[nodiscard]] ProofChecks wanted_by(ProofChecks checks, const std::vector<std::string>& certificates);
/// The rows "checker" and "signatures".
[[nodiscard]] const core::OptionTable<ProofChecks>& proof_check_table();
/// An Error if the checker cannot be used. Nothing is checked if no proof is wanted, or if no target needs a checker:
/// see needs_checker.
[[nodiscard]] Status check_proof_checks(const ProofChecks& checks, bool needs_checker);
/// Whether a solver prints proofs in the format that a checker asks for. `prelude_proof`: see SolverDefinition. z3 has
/// one format, which Assay judges itself.
[[nodiscard]] bool needs_checker(std::string_view prelude_proof);

/// A verdict on a proof, and the CPU seconds that the judgement took.
struct ProofVerdict {
  core::Verdict verdict;
  double cpu_seconds = 0;
};
/// The size of a proof and the cost of its judgement as measures of a trial (core::Trial::measures).
[[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> proof_measures(std::string_view target,
                                                                                std::size_t bytes,
                                                                                double solving_seconds,
                                                                                double checking_seconds);
/// One line for each target that printed proofs: their number and size, and the CPU seconds of solving and checking.
[[nodiscard]] std::vector<std::string> proof_advice(const core::CampaignRecord& record);
/// A check that takes this many times as long as the solving, and more than kSlowCheckSeconds, is told.
inline constexpr double kSlowCheckFactor = 100;
inline constexpr double kSlowCheckSeconds = 1;
[[nodiscard]] bool is_slow_check(double solving_seconds, double checking_seconds);

/// Judges the proofs of a campaign's solvers. Owned by one worker.
class ProofJudge {
 public:
  /// Requires check_proof_checks(checks, ...). A checker that it has not seen judges nothing.
  ProofJudge(const ProofChecks& checks, const core::Limits& limits);

  /// The format of proofs that the checker reads: the word for the solver's option.
  [[nodiscard]] std::string_view format() const { return name(checker_ ? checker_->format : ProofFormat::Z3); }
  /// The verdict on a solver's proof of a script that it calls unsatisfiable: a pass, whose reservation says what could
  /// not be judged; `invalid-proof` for a refused proof, if the solver is to blame (of CPC always, because solver and
  /// rules are one project); `incomplete` for a rule that the checker does not know. z3's proofs need no checker.
  [[nodiscard]] ProofVerdict judge(const std::string& script, const std::string& proof, const std::stop_token& stop);

 private:
  [[nodiscard]] core::Verdict verdict_on(const ProofJudgement& judgement) const;

  std::optional<CheckerDefinition> checker_;
  std::unique_ptr<CheckerPort> port_;
};

/// The kinds of passes of ProofJudge.
[[nodiscard]] std::span<const core::PassRow* const> proof_pass_rows();

}  // namespace assay::smt
