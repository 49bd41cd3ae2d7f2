#pragma once

#include <cstdint>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The Core operators from which `smt/fuzz` builds formulas.
struct CoreOperators {
  OperatorId always, never, negation, conjunction, disjunction, implication, exclusive, equal, distinct, choice;
  [[nodiscard]] static const CoreOperators& get();
};

/// True if the term's root is a connective: a Core operator from Booleans to a Boolean. Any other term of sort Bool is
/// a leaf of the Boolean structure ("ground predicate" in thesis section 2.5.5).
[[nodiscard]] bool is_connective(const TermStore& store, TermId formula);

[[nodiscard]] TermId make_not(TermStore& store, TermId formula);
[[nodiscard]] TermId make_and(TermStore& store, TermId left, TermId right);

}  // namespace assay::smt
