#pragma once

#include <stop_token>

#include "assay/smt/term.hpp"

namespace assay::trigger {

/// The operators that the preprocessing knows.
struct Connectives {
  Connectives();
  smt::OperatorId negation, conjunction, disjunction, implication, equality, exclusive_or, choice;
};

/// The Boolean term in negation normal form: `and`, `or`, quantifiers and literals. Patterns stay with a quantifier
/// that comes out universal. Equivalences are opened only where a quantifier is inside. Annotations are dropped.
/// Once `stop` is requested, it gives the term back as it is.
[[nodiscard]] smt::TermId negation_normal_form(smt::TermStore& store, smt::TermId term,
                                               const std::stop_token& stop = {});

/// `and` or `or` of the parts, flat, without units; a neutral or single part stands for itself.
[[nodiscard]] smt::TermId joined(smt::TermStore& store, smt::OperatorId op, const std::vector<smt::TermId>& parts);
/// The parts of a (nested) `and` or `or`; a term of another kind is its only part.
[[nodiscard]] std::vector<smt::TermId> parts_of(const smt::TermStore& store, smt::OperatorId op, smt::TermId term);
/// `not` of a term, without a double negation.
[[nodiscard]] smt::TermId negated(smt::TermStore& store, smt::TermId term);

}  // namespace assay::trigger
