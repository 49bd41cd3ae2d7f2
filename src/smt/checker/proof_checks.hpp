#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"
#include "core/options/options.hpp"
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
/// An Error if the checker cannot be used. Nothing is checked if no proof is wanted.
[[nodiscard]] Status check_proof_checks(const ProofChecks& checks);

/// Judges the proofs of a campaign's solvers. Owned by one worker.
class ProofJudge {
 public:
  /// Requires check_proof_checks(checks).
  ProofJudge(const ProofChecks& checks, const core::Limits& limits);

  /// The format of proofs that the checker reads: the word for the solver's option.
  [[nodiscard]] std::string_view format() const { return name(checker_.format); }
  /// The verdict on a solver's proof of a script that it calls unsatisfiable: a pass, whose reservation says what could
  /// not be judged; `invalid-proof` for a refused proof, if the solver is to blame (of CPC always, because solver and
  /// rules are one project); `incomplete` for a rule that the checker does not know.
  [[nodiscard]] core::Verdict judge(const std::string& script, const std::string& proof, const std::stop_token& stop);

 private:
  CheckerDefinition checker_;
  std::unique_ptr<CheckerPort> port_;
};

/// The kinds of passes of ProofJudge.
[[nodiscard]] std::span<const core::PassRow* const> proof_pass_rows();

}  // namespace assay::smt
