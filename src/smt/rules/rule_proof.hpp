#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/rules/rules.hpp"

namespace assay::smt {

/// True if the built-in rules of these names prove that the closed formulas are unsatisfiable. The proof expands
/// definitions, splits conjunctions, applies asserted implications and works modulo asserted equations. Then some of
/// the formulas must be an instance of contradiction_of() of one rule, or each case of an asserted disjunction must be.
/// The other rules' equalities without condition may rewrite left sides to right sides. Matching is first-order and
/// bounded: false means that no proof was found.
[[nodiscard]] bool refuted_by_rules(TermStore& store, std::span<const TermId> formulas,
                                    const std::vector<std::string>& rules);
/// The same with rules whose terms are in the store.
[[nodiscard]] bool refuted_by_rules(TermStore& store, std::span<const TermId> formulas, const std::vector<Rule>& rules);

/// refuted_by_rules() as a function for reductions of a case whose contradiction comes from these rules.
[[nodiscard]] Refutes refutation_by_rules(std::vector<std::string> rules);

}  // namespace assay::smt
