#pragma once

#include <cstddef>
#include <stop_token>

#include "assay/trigger/problem.hpp"
#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// Patterns that the solver chose for conjuncts that have none.
struct SolverPatterns {
  std::size_t missing = 0;  ///< quantifiers without a pattern
  std::size_t made = 0;     ///< those for which the solver's are known now
};

/// Writes into the conjuncts the patterns that z3 makes for them, read from its log, so that candidates are made from
/// what E-matching will match. A quantifier that z3 has no pattern for, or takes apart, stays as it is.
SolverPatterns add_solver_patterns(smt::TermStore& store, Problem& problem, Prover& prover, double seconds,
                                   const std::stop_token& stop);

}  // namespace assay::trigger
