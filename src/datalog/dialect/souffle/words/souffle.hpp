#pragma once

#include <array>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Width of numbers, unsigned numbers and floats in Soufflé's default build.
inline constexpr unsigned kSouffleBits = 32;

// In the order of the enumerations Comparator and Aggregator.
inline constexpr std::array<std::string_view, 6> kSouffleComparators = {"=", "!=", "<", "<=", ">", ">="};
inline constexpr std::array<std::string_view, 4> kSouffleAggregators = {"count", "sum", "min", "max"};

/// The program's text: the unchanged seed, a separator comment, and then declarations, facts and rules in the program's
/// order. A comment `//@ input r` marks an input relation, whose facts are written like others. Subtypes of attributes
/// are declared. Output directives are added for seed relations whose text lacks them. Floats must be finite.
/// parse_souffle restores the program, except for unused symbols and the order of symbols.
[[nodiscard]] std::string print_souffle(const Program& program);

/// Reads the standard output of `souffle -D -` for a printed program. Values of Type::Opaque become symbols with their
/// text. Relations that a seed hides in components, and printed sizes, are ignored. Other text, an unfinished block, a
/// wrong number of fields, a value that does not fit its type, two different contents of one relation, and more tuples
/// than the limit are Errors with the line.
[[nodiscard]] Result<Output> read_souffle_output(const Program& program, std::string_view output,
                                                 const ReadLimits& limits);

}  // namespace assay::datalog
