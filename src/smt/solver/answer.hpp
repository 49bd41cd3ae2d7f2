#pragma once

#include <cstddef>
#include <string>

#include "answer_patterns.hpp"
#include "core/proc/proc.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The outcome of one request to a solver: of a whole process, or of one answer of a session.
struct RawRun {
  core::Ending ending = core::Ending::Exited;
  bool ended = true;  ///< false: the process is still running (a session's complete answer)
  int exit_code = 0;
  int signal = 0;
  std::string out;
  std::string err;
  bool truncated = false;
  std::string message;  ///< the reason why the process could not be started, or empty
  core::Usage usage;
};

/// Reads a solver's output. `checks` is the number of checks in the script; `asked` holds the queries after them.
[[nodiscard]] SolverAnswer read_answer(const Patterns& patterns, const RawRun& run, std::size_t checks,
                                       const Query& asked);

}  // namespace assay::smt
