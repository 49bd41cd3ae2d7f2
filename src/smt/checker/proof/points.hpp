#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
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

/// The formula without annotations, and with one form for each literal: `(- 2)`, `-2` and `(- 2.0)` of the same sort
/// are the same term, as are `0.5` and `(/ 1 2)`.
[[nodiscard]] TermId with_plain_literals(TermStore& store, TermId formula);

}  // namespace assay::smt
