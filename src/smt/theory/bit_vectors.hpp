#pragma once

#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

/// The bits read as a two's complement number.
[[nodiscard]] mpz_class signed_value(const BitVector& bits);

/// Makes a row of this theory.
[[nodiscard]] OperatorRow bit_vectors_row(std::string_view name, std::uint8_t min, std::uint8_t max, Chaining chaining,
                                          SortRule sort, EvaluateRule evaluate);

/// The predicates that say whether an operation overflows: those of SMT-LIB 2.7 and z3's own.
[[nodiscard]] std::vector<OperatorRow> bit_vectors_overflow_rows();

/// One common width in, a Boolean out.
[[nodiscard]] std::optional<SortId> bit_vectors_predicate(const SortQuery& query);

}  // namespace assay::smt
