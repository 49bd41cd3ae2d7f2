#pragma once

#include "assay/core/target/patterns.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// All of a definition's patterns, compiled once for many answers.
struct Patterns {
  explicit Patterns(const SolverDefinition& definition);
  core::PatternList crashes, out_of_memory, timeouts, skips, noise;
  core::PatternList confessed;                 ///< a match's meaning is ...
  std::vector<ConfessionPattern> confessions;  ///< ... that of the row of these
};

}  // namespace assay::smt
