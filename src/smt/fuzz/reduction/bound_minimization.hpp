#pragma once

#include <cstddef>
#include <cstdint>

#include "core/case/budget.hpp"
#include "core/case/case.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {

/// Parameters of minimize_bounds.
struct BoundMinimization {
  std::uint64_t seed = 0;       ///< random seed
  core::ReduceBudget budget;    ///< for both bounds together
  std::size_t instances = 32;   ///< NM: scripts that each call of Fuzz generates at most
  std::size_t enough_bugs = 3;  ///< number of failing scripts after which a call of Fuzz ends
};

/// STORM's minimization (thesis section 2.3.2, Algorithm 2). The failing script is the seed of further fuzzing with
/// smaller bounds. Binary search minimizes the number of assertions, then their depth. Returns the last failing case if
/// it is smaller than `failing`, else `failing`. Cases without exactly one check, `sat` with a witness, are unchanged.
[[nodiscard]] core::Case minimize_bounds(const core::Case& failing, const StillFails& still_fails,
                                         const BoundMinimization& options);

}  // namespace assay::smt
