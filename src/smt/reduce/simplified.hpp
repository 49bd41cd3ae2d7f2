#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/smt/term.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {

/// The conjuncts of the simplified conjunction of formulas, as sorted texts. Annotations are removed, ground terms of
/// literals are evaluated, and connectives of truth values or equal operands are simplified. Each step preserves
/// equivalence, so that equal results mean equivalent conjunctions.
[[nodiscard]] std::vector<std::string> simplified(TermStore& store, std::span<const TermId> formulas);

/// True for formulas that simplify to the same conjuncts as the assertions of an Unsat check of the case. With it, a
/// contradiction without another proof can lose redundant parts.
[[nodiscard]] Refutes refutation_by_simplification(const core::Case& refuted);

/// Removes redundant parts of a case: each step keeps the simplified assertions of its Unsat checks.
[[nodiscard]] core::Case reduce_by_simplification(const core::Case& refuted, const StillFails& still_fails,
                                                  const core::ReduceBudget& budget);

}  // namespace assay::smt
