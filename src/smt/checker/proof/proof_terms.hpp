#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/checker/proof/proof.hpp"
#include "smt/draw/points.hpp"

namespace assay::smt {

/// The formulas of a script and further ones, in one store.
struct ProofFormulas {
  TermStore store;
  Script script;
  std::vector<TermId> asserted;  ///< active at the script's last check, without annotations
  std::vector<TermId> formulas;  ///< the further ones, in their order
};
/// Reads the script with further formulas (SMT-LIB, over the script's symbols). Unknown symbols become opaque. An Error
/// if a text cannot be read.
[[nodiscard]] Result<std::unique_ptr<ProofFormulas>> read_formulas(std::string_view script,
                                                                   const std::vector<std::string>& formulas);

/// Rewrites an expression of CPC as SMT-LIB: `(extract 3 0 x)`, `-1`, `1/2`, `(@bv 1 4)`, `(BitVec 4)`,
/// `(forall (@list (@var "x" Int)) F)`. Expressions that SMT-LIB does not have stay as they are.
[[nodiscard]] std::string smtlib_of_cpc(std::string_view expression);

/// Formulas of a proof of the script as SMT-LIB: `(and true true formula...)`, with a `let` for each definition of the
/// proof (a `define`, a `:named` term) that they use. A symbol that the script declares or defines has its meaning
/// there. A clause `(cl a b)` becomes a disjunction. Nullopt if the text would be too large.
[[nodiscard]] std::optional<std::string> conjunction(const Proof& proof, std::string_view script,
                                                     const std::vector<NodeId>& formulas);
/// Reads the conclusions of commands of a proof of the script: the result's `formulas`, in their order. Symbols that
/// the script does not declare become opaque. An Error if a formula cannot be read.
[[nodiscard]] Result<std::unique_ptr<ProofFormulas>> read_conclusions(const Proof& proof, const std::string& script,
                                                                      const std::vector<const ProofCommand*>& commands);

}  // namespace assay::smt
