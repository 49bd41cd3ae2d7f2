#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

#include "assay/core/proc.hpp"
#include "core/proc/fd.hpp"

namespace assay::core {

/// What this kernel can keep from a program.
struct KernelFeatures {
  long landlock = 0;     ///< version of Landlock's interface (landlock(7)); 0: there is none, or it is switched off
  bool seccomp = false;  ///< filters of system calls
  [[nodiscard]] static const KernelFeatures& here();
};
[[nodiscard]] std::vector<std::string> isolation_gaps(const KernelFeatures& features);

/// Landlock's rules for Command::writes_below and, if `isolated`, those for Command::isolated. Not valid where the
/// kernel has no Landlock, or the folder is not there: then nothing can be kept from the child.
[[nodiscard]] UniqueFd landlock_rules(const std::string& folder, bool isolated);

/// A filter of system calls (seccomp(2)), to which the child adds its own process number.
struct SyscallFilter {
  std::vector<sock_filter> code;
  std::vector<std::size_t> own_pid;  ///< instructions that compare with the number of the process
};
/// The filter for Command::isolated. Empty: the kernel has none, or the processor is unknown.
[[nodiscard]] SyscallFilter isolation_filter(const KernelFeatures& features);

}  // namespace assay::core
