#include "core/proc/own_memory.hpp"

#include <unistd.h>

#include "core/proc/procfs.hpp"

namespace assay::core {

std::uint64_t own_resident_bytes() {
  const std::optional<ProcessStat> stat = read_stat(::getpid());
  return stat ? stat->resident_bytes : 0;
}

}  // namespace assay::core
