#pragma once

#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// Bits of numbers. Where a computation gives a variable its value, z3's datalog engine makes a table of all values of
/// the sort first: with 32 bits it needs more memory than there is, with 8 ten rules take two seconds, with 6 a
/// twentieth of that.
inline constexpr unsigned kMuzBits = 6;

/// How wide the bit-vectors are that stand for values of a type. Symbols are their positions.
[[nodiscard]] unsigned muz_width(const Program& program, Type type);

/// Reads the answers to the queries of a printed program: for each, its relation's name, the verdict, and a formula
/// over the columns: `(or (and (= (:var 0) #x01) ...) ...)`, or what is left of it when there is only one tuple or
/// column, or no condition on a column. A column without a condition has all values of its sort.
[[nodiscard]] Result<Output> read_muz_answers(const Program& program, std::string_view output,
                                              const ReadLimits& limits);

}  // namespace assay::datalog
