#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "smt/checker/proof/checker_runner.hpp"

namespace assay::smt {

/// The judgement of one proof of one script.
struct ProofJudgement {
  enum class Outcome : std::uint8_t {
    Accepted,     ///< by the checker, and Assay found nothing against it
    NotRefuted,   ///< no checker was asked, and Assay found nothing against it: see `tried_steps`
    Holes,        ///< accepted, but some steps have no proof
    Refused,      ///< a step is wrong, or the proof does not prove that the script is unsatisfiable
    MissingRule,  ///< the checker does not know a rule
    Unsound,      ///< accepted, although a point satisfies the script: the checker, or its rules, are wrong
    Crashed,      ///< the checker
    NotJudged,    ///< see `reason`
  };
  /// Whose fault a refusal is. Open: Assay cannot tell.
  enum class Fault : std::uint8_t { Open, Solver, Checker };

  Outcome outcome = Outcome::NotJudged;
  Fault fault = Fault::Open;
  std::string rule;                ///< of a refused step, or the missing rule
  std::string step;                ///< the name of the refused step
  std::string reason;              ///< one line, without data of the case where it counts as the reason of a skip
  std::string detail;              ///< the evidence: a point, a formula
  std::vector<std::string> holes;  ///< the rules of steps without proof, with the solver's notes on them
  std::size_t steps = 0;           ///< of a proof that is judged by values
  std::size_t tried_steps = 0;  ///< those for which points were tried that may make premises true, and the step false
  CheckerAnswer answer;         ///< of the checker; unused if it did not run

  /// Sets a refusal that is the solver's fault. Returns false.
  bool refuse(const ProofCommand& command, std::string why, std::string evidence);
};
[[nodiscard]] std::string_view name(ProofJudgement::Outcome outcome);
[[nodiscard]] std::string_view name(ProofJudgement::Fault fault);

/// A script, the proof to judge, and what else is known.
struct ProofQuestion {
  std::string script;
  std::string proof;                 ///< as the solver printed it
  std::optional<std::string> model;  ///< a get-model answer that may satisfy the script; evaluated
  ProofLimits limits{};
};

/// Reads the proof, compares its assumptions with the script's assertions, asks the checker, and looks for evidence
/// against its answer: a point that satisfies the script whose proof it accepts, or values that decide whether a step
/// which it refuses is right.
[[nodiscard]] ProofJudgement judge_proof(const CheckerDefinition& checker, CheckerPort& port,
                                         const ProofQuestion& question, const std::stop_token& stop);

/// Judges a proof of z3, which no checker reads. Refused: an assumption differs from each assertion at some point, the
/// proof does not end in false, a hypothesis stays open, or a point makes the premises of a step true and its
/// conclusion false. Unsound: the model, or another point, satisfies the script.
[[nodiscard]] ProofJudgement judge_by_values(const ProofQuestion& question);

}  // namespace assay::smt
