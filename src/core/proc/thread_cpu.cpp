#include "core/proc/thread_cpu.hpp"

#include <atomic>
#include <ctime>

#include "core/proc/cpu_time.hpp"

namespace assay::core {
namespace {

thread_local double cpu_of_children = 0;
std::atomic<double> cpu_of_all_children = 0;

double seconds_of(clockid_t clock) {
  constexpr double kNano = 1e-9;
  timespec own{};
  if (::clock_gettime(clock, &own) != 0) own = {};
  return static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) * kNano;
}

}  // namespace

void count_child_cpu(double seconds) {
  cpu_of_children += seconds;
  cpu_of_all_children += seconds;
}

double thread_cpu_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID) + cpu_of_children; }

double process_cpu_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID) + cpu_of_all_children; }

}  // namespace assay::core
