#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smt/checker/proof/proof_terms.hpp"

namespace assay::smt {

/// The relation of an assumption to the script's assertions and their conjuncts. Solvers print some assertions in
/// another form (`match` as `ite`), so that a form that differs is compared by values.
enum class Relation : std::uint8_t {
  Same,     ///< no point was found at which the assumption and some assertion differ
  Foreign,  ///< the assumption differs from each assertion at some point
  Unknown,
};
/// The relation of each assumption, in their order.
[[nodiscard]] std::vector<Relation> compare_assumptions(ProofFormulas& formulas, const std::vector<TermId>& assumed);

/// A point that satisfies the script: the model (a get-model answer) if the evaluator confirms it, or a point that is
/// searched. Nullopt if none was found.
[[nodiscard]] std::optional<Model> satisfying_point(ProofFormulas& formulas, const std::optional<std::string>& model);

/// False for terms with symbols that Assay cannot evaluate.
[[nodiscard]] bool is_comparable(const TermStore& store, TermId term);
/// The term on one line, shortened.
[[nodiscard]] std::string term_line(const TermStore& store, TermId term);

}  // namespace assay::smt
