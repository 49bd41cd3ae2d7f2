#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "assay/core/proc.hpp"
#include "core/proc/fd.hpp"
#include "core/proc/run_mark.hpp"

namespace assay::core {

/// Which thread the child is bound to: it is killed when that thread ends (PR_SET_PDEATHSIG is about the thread that
/// started the child, not about the process).
enum class BoundTo : std::uint8_t {
  CallingThread,  ///< for a caller that waits for the child's end
  Process,        ///< started by a thread that lives as long as we do
};

/// A child that runs its program, with our ends of its standard streams, which do not block.
struct SpawnedChild {
  pid_t pid = 0;
  UniqueFd pidfd;  ///< readable when the child has ended; not valid on kernels before 5.3
  UniqueFd input;
  UniqueFd output;
  UniqueFd error;
  RunMark mark = RunMark::next();
  std::chrono::steady_clock::time_point started;
};

/// Starts a program in a session of its own, with all signals at their defaults, no open files but the standard
/// streams, and the limits that the kernel can keep: CPU time (a whole second or two above the wanted limit, as a
/// backstop to sampling; not when bound to the process, since there the limit counts per request), file size, no core
/// dumps. There is no address space limit: Java, Go and sanitizer-built programs reserve far more than they use.
/// Instead memory is sampled, and the child's oom_score_adj makes it, not Assay, the kernel's first choice when memory
/// runs out. Takes well below a millisecond whatever our size, since the child shares our memory until it runs its
/// program.
[[nodiscard]] Result<SpawnedChild> spawn(const Command& command, const Limits& limits, BoundTo bound_to);

}  // namespace assay::core
