#pragma once

#include <array>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Soufflé's default build: numbers, unsigned ones and floats have this many bits.
inline constexpr unsigned kSouffleBits = 32;

// In the order of the enumerations Comparator and Aggregator.
inline constexpr std::array<std::string_view, 6> kSouffleComparators = {"=", "!=", "<", "<=", ">", ">="};
inline constexpr std::array<std::string_view, 4> kSouffleAggregators = {"count", "sum", "min", "max"};

/// The program's text: the seed unchanged, a separator comment, and then declarations, facts and rules in the order of
/// the program. Facts of inputs are written like others; a comment `//@ input r` keeps that the relation is one. Types
/// that only attributes name are declared; outputs of seed relations are added where the seed's text lacks them. Floats
/// must be finite. parse_souffle gives the program back, but for symbols that nothing uses and the symbols' order.
[[nodiscard]] std::string print_souffle(const Program& program);

/// What `souffle -D -` wrote to its standard output for that text. Values of Type::Opaque are their text, as symbols.
/// Relations that a seed hides in components are passed over, and sizes that it prints. Garbage, a block without its
/// end, tuples of another arity, values that do not fit their type, a relation that is printed twice with different
/// tuples, and more tuples than `limits` are errors that say which line.
[[nodiscard]] Result<Output> read_souffle_output(const Program& program, std::string_view output,
                                                 const ReadLimits& limits);

}  // namespace assay::datalog
