#pragma once

#include <gtest/gtest.h>

#include <string>

#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The fake solver, honest or lying.
inline SolverDefinition fake(const std::string& lie = "") {
  SolverDefinition definition = *resolve_solver("fake=" FAKE_SOLVER);
  if (!lie.empty()) definition.argv.insert(definition.argv.end(), {"--lie", lie});
  definition.persistent = definition.argv;
  definition.version = {FAKE_SOLVER, "--version"};
  definition.decidable = {"*"};
  definition.witness_comments = true;
  return definition;
}

inline core::Limits small_limits() {
  core::Limits limits;
  limits.wall_seconds = 60;
  limits.memory_bytes = std::uint64_t{1} << 30;
  limits.output_bytes = 1U << 20;
  return limits;
}

}  // namespace assay::smt
