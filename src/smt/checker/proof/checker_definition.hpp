#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "smt/checker/proof/proof.hpp"

namespace assay::smt {

/// Rules that decide a formula without variables by computing: `(= t v)` for applications t of the operators, or, with
/// `literal`, t or its negation.
struct ClaimRow {
  std::string rule;
  std::vector<std::string> operators;
  std::vector<std::string> arguments;  ///< of the rule
  bool literal = false;
};

/// The definition of a checker of proofs, from data/checkers/*.toml (built in) or a user's TOML file.
/// docs/dev/checker.md explains each key.
struct CheckerDefinition {
  std::string name;  ///< unique in a campaign
  ProofFormat format = ProofFormat::Cpc;
  /// The command. "{proof}" and "{script}" stand for files, "{signatures}" for the path of the rules.
  std::vector<std::string> argv;
  std::vector<std::string> signature_flags;  ///< added to argv if the user gives signatures
  std::string signatures;                    ///< the path; empty: none is given
  std::string signatures_help;               ///< what the path must name, for messages
  std::vector<std::string> version;          ///< argv that prints the version
  std::string install;                       ///< how to install the checker
  // Regular expressions on a line of the output. The first kind with a match, in this order, is the answer.
  std::vector<std::string> crash;         ///< it died
  std::vector<std::string> missing_rule;  ///< a rule that it does not know; groups "rule" and "step"
  std::vector<std::string> refused;       ///< a step that is wrong; groups "rule", "step" and "line" (of the proof)
  std::vector<std::string> unreadable;    ///< it cannot read the proof: a symbol or a syntax that it does not know
  std::string hole;                       ///< it accepts the proof, which has steps without proof
  std::string accepted;                   ///< it accepts the proof
  std::vector<std::string> trust_rules;   ///< the rules of steps without proof
  std::vector<std::string> theories;      ///< names of the theories that it reads; empty: all
  std::vector<ClaimRow> claims;
  // The texts of the controls: an unsatisfiable script, a proof of it, and a wrong proof of it.
  std::string control_script;
  std::string control_right;
  std::string control_bogus;

  /// True if the command contains "{signatures}", so that the checker cannot run without them.
  [[nodiscard]] bool needs_signatures() const;
};

[[nodiscard]] const std::vector<CheckerDefinition>& builtin_checkers();
/// Accepts "ethos" (a built-in definition), "mine:ethos=/path/ethos -flag" (that checker with another program), or
/// "path/to/file.toml".
[[nodiscard]] Result<CheckerDefinition> resolve_checker(std::string_view text);
/// Parses a definition in TOML; `path` is for messages.
[[nodiscard]] Result<CheckerDefinition> parse_checker(std::string_view toml, const std::string& path);
/// The definition with these signatures, if the path is not empty. An Error if the checker needs signatures and has
/// none, or if the path does not exist.
[[nodiscard]] Result<CheckerDefinition> with_signatures(CheckerDefinition definition, const std::string& path);
/// The checker's version in one line. The Error for a missing checker says how to install it.
[[nodiscard]] Result<std::string> checker_version(const CheckerDefinition& definition);

}  // namespace assay::smt
