#pragma once

#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"

namespace assay::datalog {

/// Bits of numbers. For a variable that a computation binds, z3's datalog engine makes a table of all values of the
/// sort. With 32 bits this needs more memory than machines have; with 8 bits ten rules take 2 s, with 6 bits 0.1 s.
inline constexpr unsigned kMuzBits = 6;

/// The width of the bit-vectors for values of a type. A symbol's bit-vector is its position.
[[nodiscard]] unsigned muz_width(const Program& program, Type type);

/// Reads the answers to the queries of a printed program: for each query, the relation's name, the verdict, and a
/// formula over the columns, `(or (and (= (:var 0) #x01) ...) ...)`. `or` and `and` are missing around a single
/// element. A column without a condition has all values of its sort.
[[nodiscard]] Result<Output> read_muz_answers(const Program& program, std::string_view output,
                                              const ReadLimits& limits);

}  // namespace assay::datalog
