#pragma once

#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

/// The value of the bits as a two's complement number.
[[nodiscard]] mpz_class signed_value(const BitVector& bits);

/// Makes a row of this theory.
[[nodiscard]] OperatorRow bit_vectors_row(std::string_view name, std::uint8_t min, std::uint8_t max, Chaining chaining,
                                          SortRule sort, EvaluateRule evaluate);

/// The predicates that test whether an operation overflows, of SMT-LIB 2.7 and of z3.
[[nodiscard]] std::vector<OperatorRow> bit_vectors_overflow_rows();

/// Sort rule of a predicate on bit-vectors of the same width.
[[nodiscard]] std::optional<SortId> bit_vectors_predicate(const SortQuery& query);

}  // namespace assay::smt
