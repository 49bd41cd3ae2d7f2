#pragma once

#include <span>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The Core operators from which formulas are built.
struct CoreOperators {
  OperatorId always, never, negation, conjunction, disjunction, implication, exclusive, equal, distinct, choice;
  [[nodiscard]] static const CoreOperators& get();
};

/// True if the term's root is a connective: a Core operator from Booleans to a Boolean. Any other term of sort Bool is
/// a leaf of the Boolean structure ("ground predicate" in thesis section 2.5.5).
[[nodiscard]] bool is_connective(const TermStore& store, TermId formula);

[[nodiscard]] TermId make_not(TermStore& store, TermId formula);
[[nodiscard]] TermId make_and(TermStore& store, TermId left, TermId right);
[[nodiscard]] TermId make_and(TermStore& store, std::span<const TermId> formulas);
[[nodiscard]] TermId make_equal(TermStore& store, TermId left, TermId right);
[[nodiscard]] TermId make_or(TermStore& store, std::span<const TermId> formulas);

}  // namespace assay::smt
