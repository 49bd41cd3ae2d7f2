#pragma once

#include "core/target/patterns.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// All of a definition's patterns, compiled once for many answers.
struct Patterns {
  explicit Patterns(const SolverDefinition& definition);
  core::PatternList crashes, out_of_memory, timeouts, skips, noise;
  std::string work_counter;                    ///< see SolverDefinition
  core::PatternList confessed;                 ///< the patterns of `confessions`, with the same meanings
  std::vector<ConfessionPattern> confessions;  ///< the rows, to look up the kind of bug by a match's meaning
};

}  // namespace assay::smt
