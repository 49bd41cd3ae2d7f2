#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// An operator and kinds of arguments that fit it.
struct OperatorPattern {
  OperatorId op;
  Theory theory = Theory::Core;
  bool standard = true;  ///< false: only for seeds that use the operator themselves
  std::uint8_t arity = 0;
  std::uint8_t index_count = 0;
  SortKind result = SortKind::Unknown;
  std::array<SortKind, 4> arguments{};
};

/// Patterns of all operators of the registry that have values, found by asking their sort rules about one sort of each
/// kind: there is no second list of operators to keep.
[[nodiscard]] const std::vector<OperatorPattern>& operator_patterns();

/// With how many arguments a generator writes the operator: the rows admit what some solver reads, (+ x) and
/// (str.indexof s t) without a start, but SMT-LIB and most solvers want all arguments.
[[nodiscard]] std::vector<std::uint8_t> standard_arities(const OperatorRow& row);

/// Whether most solvers read only values as arguments of the operator: constant arrays, and ranges of characters.
[[nodiscard]] bool wants_values(const OperatorRow& row);

/// Whether an Int stands for a Real among the application's own arguments, as the sort rules allow (some solvers read
/// that) and SMT-LIB does not: no generator may make it.
[[nodiscard]] bool mixes_numbers(const TermStore& store, TermId application);

}  // namespace assay::smt
