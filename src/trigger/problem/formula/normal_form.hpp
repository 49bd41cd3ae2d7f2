#pragma once

#include <cstdint>
#include <stop_token>

#include "assay/smt/term.hpp"

namespace assay::trigger {

/// The operators whose terms the preprocessing takes apart.
struct Connectives {
  Connectives();
  smt::OperatorId negation, conjunction, disjunction, implication, equality, exclusive_or, choice;
};

/// The equivalences (`=` and `xor` of two Boolean terms) that a normal form expands.
enum class Expanded : std::uint8_t { WithQuantifiers, All };

/// The Boolean term in negation normal form: `and`, `or`, quantifiers and literals. A quantifier keeps its patterns if
/// it is universal in the result. Annotations are dropped. Returns the term unchanged once `stop` is requested.
[[nodiscard]] smt::TermId negation_normal_form(smt::TermStore& store, smt::TermId term,
                                               const std::stop_token& stop = {},
                                               Expanded expanded = Expanded::WithQuantifiers);

/// `and` or `or` of the parts, flat, without neutral elements and duplicates. Returns the neutral element if there are
/// no other parts, a single part itself, and the absorbing element if a part is absorbing.
[[nodiscard]] smt::TermId joined(smt::TermStore& store, smt::OperatorId op, const std::vector<smt::TermId>& parts);
/// The parts of a (nested) `and` or `or`; for any other term, the term itself.
[[nodiscard]] std::vector<smt::TermId> parts_of(const smt::TermStore& store, smt::OperatorId op, smt::TermId term);
/// `not` of a term, without a double negation.
[[nodiscard]] smt::TermId negated(smt::TermStore& store, smt::TermId term);

}  // namespace assay::trigger
