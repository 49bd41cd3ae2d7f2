#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "core/proc/fd.hpp"
#include "core/proc/proc.hpp"
#include "core/proc/run_mark.hpp"

namespace assay::core {

/// The thread whose end kills the child. (PR_SET_PDEATHSIG depends on the thread that started the child, not on the
/// process.)
enum class BoundTo : std::uint8_t {
  CallingThread,  ///< for a caller that waits for the child's end
  Process,        ///< the KeeperThread, which lives as long as the process
};

/// A child that runs its program, with our non-blocking ends of its standard streams.
struct SpawnedChild {
  pid_t pid = 0;
  UniqueFd pidfd;  ///< readable when the child has ended; invalid on kernels before 5.3
  UniqueFd input;
  UniqueFd output;
  UniqueFd error;
  RunMark mark = RunMark::next();
  std::chrono::steady_clock::time_point started;
};

/// Starts a program in a session of its own, with all signals at their defaults, no open files but the standard
/// streams, and the limits that the kernel can enforce: CPU time, file size, no core dumps. The CPU limit is one or two
/// seconds above the wanted limit, as a backstop to sampling, and is not set for BoundTo::Process, where the limit
/// counts per request. There is no address space limit, because Java, Go and sanitizer-built programs reserve far more
/// than they use. Instead memory is sampled, and the child's oom_score_adj makes the kernel kill it before Assay when
/// memory runs out. Takes well below a millisecond regardless of our size, since the child shares our memory until
/// exec.
[[nodiscard]] Result<SpawnedChild> spawn(const Command& command, const Limits& limits, BoundTo bound_to);

}  // namespace assay::core
