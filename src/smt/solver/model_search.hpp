#pragma once

#include <optional>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// Searches a model of the conjunction by evaluation alone, with at most `tries` assignments: boundary and random
/// values, values of literals, and values that equations demand of constants. Deterministic. A returned model satisfies
/// all terms; nullopt proves nothing. The search ends early if evaluations are expensive.
[[nodiscard]] std::optional<Model> find_model(TermStore& store, const std::vector<TermId>& terms, unsigned tries);

/// Adds default values for the script's symbols that the model lacks. Solvers omit symbols whose value is irrelevant.
void add_default_values(TermStore& store, const Script& script, Model& model);

/// Tries to make the formula true by new values for constants that are sides of equations, in conjuncts and branches of
/// an ite. Only constants that the model already contains are changed.
void satisfy(TermStore& store, Model& model, TermId formula);

}  // namespace assay::smt
