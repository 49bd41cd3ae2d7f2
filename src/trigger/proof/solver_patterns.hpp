#pragma once

#include <cstddef>
#include <stop_token>

#include "trigger/problem/problem.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// Counts of add_solver_patterns().
struct SolverPatterns {
  std::size_t missing = 0;  ///< quantifiers without a pattern in the script
  std::size_t made = 0;     ///< quantifiers that got z3's patterns
};

/// Adds z3's own patterns to the quantifiers without patterns, so that candidates are made from the terms that
/// E-matching will match. The patterns are read from z3's log. A quantifier for which z3 has no pattern, or which z3
/// takes apart, stays unchanged.
SolverPatterns add_solver_patterns(smt::TermStore& store, Problem& problem, Prover& prover, double seconds,
                                   const std::stop_token& stop);

}  // namespace assay::trigger
