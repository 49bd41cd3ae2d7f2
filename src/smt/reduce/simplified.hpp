#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/core/case.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/term.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {

/// The conjunction of formulas in another form, as texts in the order of the alphabet: annotations are gone, terms
/// without unknowns are computed, connectives of truth values, equal branches and sides are, too. Each step keeps the
/// conjunction equivalent to what it was, so equal results mean equivalent formulas.
[[nodiscard]] std::vector<std::string> simplified(TermStore& store, std::span<const TermId> formulas);

/// Whether formulas simplify to what those of a check simplify to that the case calls unsatisfiable. So a contradiction
/// that only its construction proves loses what says nothing.
[[nodiscard]] Refutes refutation_by_simplification(const core::Case& refuted);

/// The case without what says nothing: each step keeps an unsatisfiable check what it is by simplification.
[[nodiscard]] core::Case without_what_says_nothing(const core::Case& refuted, const StillFails& still_fails,
                                                   const core::ReduceBudget& budget);

}  // namespace assay::smt
