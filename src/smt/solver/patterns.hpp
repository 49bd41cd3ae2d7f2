#pragma once

#include "assay/base/patterns.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// All of a definition's patterns, compiled once for many answers.
struct Patterns {
  explicit Patterns(const SolverDefinition& definition);
  PatternList crashes, out_of_memory, timeouts, skips, noise;
};

}  // namespace assay::smt
