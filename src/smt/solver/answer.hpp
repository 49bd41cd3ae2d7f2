#pragma once

#include <cstddef>
#include <string>

#include "answer_patterns.hpp"
#include "assay/core/proc.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// One request to a solver, as the sandbox saw it end: a process, or an answer of a session.
struct RawRun {
  core::Ending ending = core::Ending::Exited;
  bool ended = true;  ///< false: the process lives on (a session's complete answer)
  int exit_code = 0;
  int signal = 0;
  std::string out;
  std::string err;
  bool truncated = false;
  std::string message;  ///< why it could not be started
  core::Usage usage;
};

/// Reads what came. `checks` is the number of replies that the script asks for.
[[nodiscard]] SolverAnswer read_answer(const Patterns& patterns, const RawRun& run, std::size_t checks,
                                       const Query& asked);

}  // namespace assay::smt
