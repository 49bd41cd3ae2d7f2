#pragma once

#include <cstdint>
#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

/// Operators and theories that targets do not support. Strategies must not draw them.
struct UnsupportedOperators {
  std::vector<bool> operators;  ///< by OperatorId; true: unsupported
  std::uint32_t theories = 0;   ///< bit i: the sorts of Theory i are unsupported

  [[nodiscard]] bool has(OperatorId op) const { return operators[op.index]; }
  [[nodiscard]] bool has(Theory theory) const { return (theories >> static_cast<unsigned>(theory) & 1U) != 0; }
  void add(Theory theory) { theories |= 1U << static_cast<unsigned>(theory); }
  friend auto operator<=>(const UnsupportedOperators&, const UnsupportedOperators&) = default;
};

}  // namespace assay::smt
