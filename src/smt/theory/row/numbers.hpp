#pragma once

#include "assay/smt/operator.hpp"

namespace assay::smt {

// Solvers accept scripts that mix Int and Real; an Int then stands for the equal Real.

/// The Real with the value of an Int or a Real.
[[nodiscard]] mpq_class as_rational(const Value& number);
/// Whether two values are equal; an Int equals a Real of the same value.
[[nodiscard]] bool same_number(const Value& a, const Value& b);
/// Converts an Int to a Real if `sort` is Real. Other outcomes are returned unchanged.
[[nodiscard]] Outcome coerced(const TermStore& store, const Outcome& outcome, SortId sort);

}  // namespace assay::smt
