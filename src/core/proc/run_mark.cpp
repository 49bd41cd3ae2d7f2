#include "core/proc/run_mark.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "core/proc/procfs.hpp"

namespace assay::core {
namespace {

constexpr std::uint64_t kUnusedRange = std::uint64_t{1} << 61;

}  // namespace

RunMark RunMark::next() {
  static std::atomic<std::uint32_t> counter{0};
  return {::getpid(), counter.fetch_add(1, std::memory_order_relaxed) % kNoRun};
}

std::uint64_t RunMark::family_of(pid_t assay) {
  return (kUnusedRange >> kCounterBits) | static_cast<std::uint64_t>(assay);
}

RunMark::RunMark(pid_t assay, std::uint32_t counter)
    : limit_value_((family_of(assay) << kCounterBits) | counter),
      token_(std::to_string(assay) + "-" + std::to_string(counter) + ";") {}

std::string RunMark::environment_entry() const {
  const char* enclosing = std::getenv(kVariable);
  std::string entry = kVariable;
  entry += '=';
  entry += enclosing != nullptr && *enclosing == ';' ? enclosing : ";";
  entry += token_;
  return entry;
}

RunMark::Answer RunMark::check_limit(pid_t pid) const {
  rlimit limit{};
  if (::prlimit(pid, RLIMIT_RTTIME, nullptr, &limit) != 0) return Answer::AskEnvironment;
  if (limit.rlim_max == limit_value_) return Answer::Yes;
  return limit.rlim_max >> kCounterBits == limit_value_ >> kCounterBits ? Answer::No : Answer::AskEnvironment;
}

bool RunMark::check_environment(pid_t pid) const { return environment_contains(pid, ";" + token_); }

}  // namespace assay::core
