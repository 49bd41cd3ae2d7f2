#include "core/proc/thread_cpu.hpp"

#include <ctime>

#include "core/proc/cpu_time.hpp"

namespace assay::core {
namespace {

thread_local double cpu_of_children = 0;

}  // namespace

void count_child_cpu(double seconds) { cpu_of_children += seconds; }

double thread_cpu_seconds() {
  constexpr double kNano = 1e-9;
  timespec own{};
  if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own) != 0) own = {};
  return static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) * kNano + cpu_of_children;
}

}  // namespace assay::core
