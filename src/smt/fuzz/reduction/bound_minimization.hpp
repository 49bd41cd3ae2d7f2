#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/core/budget.hpp"
#include "assay/core/case.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {

struct BoundMinimization {
  std::uint64_t seed = 0;       ///< of the random choices
  core::ReduceBudget budget;    ///< of both bounds together
  std::size_t instances = 32;   ///< NM of each call of Fuzz
  std::size_t enough_bugs = 3;  ///< a call of Fuzz ends once it has found so many
};

/// STORM's minimization (thesis section 2.3.2, Algorithm 2): the failing script is the seed of further fuzzing with
/// smaller and smaller bounds, found by binary search, first on the number of assertions, then on their depth. Returns
/// the smallest failing case that turned up, or the case itself. For scripts with one satisfiable check and a witness;
/// any other is returned as it is.
[[nodiscard]] core::Case minimize_bounds(const core::Case& failing, const StillFails& still_fails,
                                         const BoundMinimization& options);

}  // namespace assay::smt
