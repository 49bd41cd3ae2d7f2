#pragma once

#include <string_view>

#include "assay/base/result.hpp"
#include "smt/checker/proof/proof.hpp"

namespace assay::smt {

/// The command of z3's answer that has the proof.
inline constexpr std::string_view kZ3Proof = "proof";

/// Reads `(proof (let ((@x1 (rule premise... conclusion))) ...))`: a command for each step, premises first, and a
/// definition for each `$x1` and `?x1`. Steps without a name get "#1", "#2" ... The last command is the root.
/// `asserted` is an assumption, and `hypothesis` an assumption of a sub-proof. An Error names the line.
[[nodiscard]] Status read_z3_steps(Proof& proof, NodeId node);

/// True for a rule of z3 whose conclusion is true wherever its premises are. Rules that keep only satisfiability
/// (`sk`, `nnf-pos`, `intro-def`, `mp~`), and those about sub-proofs and bound variables, are not of this kind.
[[nodiscard]] bool preserves_truth_in_z3(std::string_view rule);

}  // namespace assay::smt
