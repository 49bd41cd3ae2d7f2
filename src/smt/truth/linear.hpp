#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace assay::smt {

/// A linear expression: a sum of unknowns with factors, and a constant. Unknowns are numbered by the caller.
struct LinearSum {
  std::map<std::uint32_t, mpq_class> factors;  ///< by unknown; never 0
  mpq_class constant;

  [[nodiscard]] static LinearSum of_unknown(std::uint32_t unknown, const mpq_class& factor = 1) {
    return {{{unknown, factor}}, mpq_class(0)};
  }
  void add(const LinearSum& other, const mpq_class& factor);
};

/// `sum = 0`, `sum <= 0` or `sum < 0`.
struct LinearConstraint {
  enum class Relation : std::uint8_t { Zero, AtMostZero, BelowZero };
  LinearSum sum;
  Relation relation = Relation::AtMostZero;
};

/// Values of unknowns.
using LinearPoint = std::map<std::uint32_t, mpq_class>;

struct LinearAnswer {
  bool contradictory = false;        ///< no values satisfy all constraints: a proof
  std::optional<LinearPoint> point;  ///< values that satisfy all constraints. Nothing: none was found
  std::uint64_t work = 0;            ///< factors of sums that the eliminations have made
};

/// Decides constraints in exact arithmetic: equations by Gauss's elimination with the test of the greatest common
/// divisor, inequalities by Fourier and Motzkin's elimination (Schrijver, Theory of Linear and Integer Programming,
/// 1986, sections 4.1 and 12.2), with the bounds of integer constraints rounded. Neither answer is given where more
/// than `max_constraints` come up or the work exceeds 200,000, or where only the rationals have a solution.
[[nodiscard]] LinearAnswer solve_linear(std::vector<LinearConstraint> constraints,
                                        const std::function<bool(std::uint32_t)>& is_integer,
                                        std::size_t max_constraints);

}  // namespace assay::smt
