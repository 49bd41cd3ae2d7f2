#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/smt/term.hpp"
#include "smt/reduce/smt_reduce.hpp"
#include "smt/rules/rules.hpp"

namespace assay::smt {

/// Whether the conjunction of these closed formulas is contradictory by a built-in rule: some of them, with definitions
/// expanded, conjunctions taken apart, terms replaced by what asserted equations say they are, and what Booleans that
/// are asserted imply, are together an instance of the contradiction of one of the rows (see
/// contradiction_of); or so is each case of an asserted disjunction. The other rows' equalities, where they have no
/// condition, may have rewritten their terms: each left side counts as its right one. First-order matching, so that
/// `false` says nothing; `true` is as good as the rules are.
[[nodiscard]] bool refuted_by_rules(TermStore& store, std::span<const TermId> formulas,
                                    const std::vector<std::string>& rules);
/// By rows that are in the store already.
[[nodiscard]] bool refuted_by_rules(TermStore& store, std::span<const TermId> formulas, const std::vector<Rule>& rules);

/// The same as a reduction asks it: what keeps the truth of a case whose contradiction these rows planted.
[[nodiscard]] Refutes refutation_by_rules(std::vector<std::string> rules);

}  // namespace assay::smt
