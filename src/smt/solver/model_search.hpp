#pragma once

#include <optional>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// Looks for a model of the conjunction by evaluation alone: boundary and random values,
/// those of the literals in the terms, and where a term demands that
/// a declared constant equals something, that. The same for the same terms. What it finds is one; not to find one says
/// nothing, and the search ends where evaluations take much work.
[[nodiscard]] std::optional<Model> find_model(TermStore& store, const std::vector<TermId>& terms, unsigned tries);

/// Gives declared constants the values that make the formula true where that is plain to see: sides of equations,
/// conjuncts, branches of an ite. Only constants that the model has are changed.
void satisfy(TermStore& store, Model& model, TermId formula);

}  // namespace assay::smt
