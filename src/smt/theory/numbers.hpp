#pragma once

#include "assay/smt/operator.hpp"

namespace assay::smt {

// Scripts that mix Int and Real are taken by solvers: an Int stands for the same Real.

/// The Real with the value of an Int or a Real.
[[nodiscard]] mpq_class as_rational(const Value& number);
/// Whether two values are equal when an Int stands for a Real; other values by their own equality.
[[nodiscard]] bool same_number(const Value& a, const Value& b);
/// An Int where `sort` is Real becomes a Real; everything else stays.
[[nodiscard]] Outcome coerced(const TermStore& store, const Outcome& outcome, SortId sort);

}  // namespace assay::smt
