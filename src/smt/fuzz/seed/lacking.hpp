#pragma once

#include <cstdint>
#include <vector>

#include "assay/smt/operator.hpp"

namespace assay::smt {

/// What cases are not to have, as targets lack it.
struct Lacking {
  std::vector<bool> operators;  ///< by operator: it is not to be drawn
  std::uint32_t theories = 0;   ///< bit i: no sort of Theory i, either

  [[nodiscard]] bool has(OperatorId op) const { return operators[op.index]; }
  [[nodiscard]] bool has(Theory theory) const { return (theories >> static_cast<unsigned>(theory) & 1U) != 0; }
  void add(Theory theory) { theories |= 1U << static_cast<unsigned>(theory); }
  friend auto operator<=>(const Lacking&, const Lacking&) = default;
};

}  // namespace assay::smt
