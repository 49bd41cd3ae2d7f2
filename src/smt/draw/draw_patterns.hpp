#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// An operator and the kinds of arguments of a valid application.
struct OperatorPattern {
  OperatorId op;
  Theory theory = Theory::Core;
  bool standard = true;  ///< false: to be used only if the seed uses the operator
  std::uint8_t arity = 0;
  std::uint8_t index_count = 0;
  SortKind result = SortKind::Unknown;
  std::array<SortKind, 4> arguments{};
};

/// The patterns of all operators with evaluators. They are computed by trying the operators' sort rules on some sorts
/// of all kinds, so that no second list of operators is needed.
[[nodiscard]] const std::vector<OperatorPattern>& operator_patterns();

/// The numbers of arguments that generators use. Rows also allow numbers that only some solvers accept, such as (+ x)
/// and (str.indexof s t) without a start.
[[nodiscard]] std::vector<std::uint8_t> standard_arities(const OperatorRow& row);

/// Whether most solvers accept only values as arguments of the operator (constant arrays and re.range).
[[nodiscard]] bool wants_values(const OperatorRow& row);

/// Whether an argument of the application is an Int where SMT-LIB requires a Real, or vice versa. The sort rules allow
/// this because some solvers do, but generators must not make such terms.
[[nodiscard]] bool mixes_numbers(const TermStore& store, TermId application);

}  // namespace assay::smt
