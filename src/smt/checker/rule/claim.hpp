#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/term.hpp"
#include "core/rng/rng.hpp"
#include "smt/checker/proof/proof.hpp"
#include "smt/checker/rule/signature.hpp"

namespace assay::smt {

/// The term as CPC writes it: `(extract 3 0 x)`, `-2`, `-1/2`.
[[nodiscard]] std::string cpc_of_smtlib(std::string_view expression);
/// The term in the syntax of the format.
[[nodiscard]] std::string proof_text(const TermStore& store, TermId term, ProofFormat format);

/// A wrong formula that a proof claims by one rule. The premises are true, and the formula is false.
struct Claim {
  std::string rule;
  std::vector<std::string> premises;   ///< in the syntax of the proof
  std::string formula;                 ///< in the syntax of the proof
  std::vector<std::string> arguments;  ///< of the rule, in the syntax of the proof
  /// The word behind which the rule's name stands in Alethe: empty, or "rare_rewrite", whose first argument it is.
  std::string step_rule{};
};

/// A script that asserts the premises and the negation of the formula, so that it is satisfiable, and a proof that
/// refutes it by the claim. Whoever accepts the proof is wrong.
struct BogusRefutation {
  std::string script;
  std::string proof;
};
[[nodiscard]] BogusRefutation refute_by(const Claim& claim, ProofFormat format);

/// Looks for an unsound instance of a rule: constants for its parameters at which all premises are true and the
/// conclusion is false, by evaluation. Parameters that a premise defines, `(= n (- (@bvsize x) 1))`, get that value.
/// Lists get none to three elements. Nullopt if `tries` instances are not unsound.
[[nodiscard]] std::optional<Claim> find_unsound_instance(const SignatureRule& rule, core::Rng& rng, unsigned tries);

}  // namespace assay::smt
