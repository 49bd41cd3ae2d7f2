#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

#include "core/proc/fd.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {

/// The kernel's means to isolate a program.
struct KernelFeatures {
  long landlock = 0;     ///< version of Landlock's interface (landlock(7)); 0: missing or switched off
  bool seccomp = false;  ///< filters of system calls
  [[nodiscard]] static const KernelFeatures& here();
};
[[nodiscard]] std::vector<std::string> isolation_gaps(const KernelFeatures& features);

/// Landlock's rules for Command::writes_below and, if `isolated`, also those for Command::isolated. Invalid if the
/// kernel has no Landlock or the folder does not exist: then the child cannot be restricted.
[[nodiscard]] UniqueFd landlock_rules(const std::string& folder, bool isolated);

/// A filter of system calls (seccomp(2)). The child inserts its own process number.
struct SyscallFilter {
  std::vector<sock_filter> code;
  std::vector<std::size_t> own_pid;  ///< positions of the instructions that compare with the process number
};
/// The filter for Command::isolated. Empty if the kernel has no seccomp or the processor is not supported.
[[nodiscard]] SyscallFilter isolation_filter(const KernelFeatures& features);

}  // namespace assay::core
