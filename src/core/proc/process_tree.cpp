#include "core/proc/process_tree.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

namespace assay::core {
namespace {

constexpr double kMicrosecond = 1e-6;

CpuTime cpu_of(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * kMicrosecond;
  };
  return {seconds(usage.ru_utime), seconds(usage.ru_stime)};
}

}  // namespace

ProcessTree::ProcessTree(pid_t root, RunMark mark) : root_(root), mark_(std::move(mark)) {}

bool ProcessTree::is_adopted(const ProcessStat& orphan, RunMark::Answer by_limit) const {
  if (by_limit == RunMark::Answer::Yes) return true;
  if (orphan.session == root_ || orphan.group == root_) return true;
  if (std::find(seen_.begin(), seen_.end(), std::pair(orphan.pid, orphan.start_ticks)) != seen_.end()) return true;
  return mark_.check_environment(orphan.pid);
}

void ProcessTree::add_adopted(std::vector<ProcessStat>& found) {
  const pid_t self = ::getpid();
  for (const pid_t pid : children_of_main_thread()) {
    const RunMark::Answer by_limit = pid == root_ ? RunMark::Answer::No : mark_.check_limit(pid);
    if (by_limit == RunMark::Answer::No) continue;
    const auto stat = read_stat(pid);
    if (!stat || stat->parent != self || !is_adopted(*stat, by_limit)) continue;
    if (stat->ended()) {
      reap_orphan(pid);
    } else {
      found.push_back(*stat);
    }
  }
}

std::vector<ProcessStat> ProcessTree::members() {
  std::vector<ProcessStat> found;
  if (const auto root = read_stat(root_)) found.push_back(*root);
  add_adopted(found);
  std::vector<pid_t> children;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].ended()) continue;
    children.clear();
    append_children(found[i].pid, children);
    for (const pid_t pid : children) {
      if (const auto stat = read_stat(pid)) found.push_back(*stat);
    }
  }
  seen_.clear();
  for (const ProcessStat& stat : found) seen_.emplace_back(stat.pid, stat.start_ticks);
  return found;
}

ProcessTree::Sample ProcessTree::sample() {
  Sample sample{orphans_cpu_, 0, 0};
  const auto found = members();
  for (const ProcessStat& stat : found) {
    sample.cpu.user_seconds += stat.user_seconds;
    sample.cpu.system_seconds += stat.system_seconds;
    sample.resident_bytes += stat.resident_bytes;
    if (!stat.ended()) ++sample.processes;
  }
  return sample;
}

ProcessTree::Sample ProcessTree::quick_sample() {
  if (seen_.size() > 1) return sample();
  Sample sample{orphans_cpu_, 0, 0};
  if (const auto root = read_stat(root_)) {
    sample.cpu.user_seconds += root->user_seconds;
    sample.cpu.system_seconds += root->system_seconds;
    sample.resident_bytes = root->resident_bytes;
    sample.processes = root->ended() ? 0 : 1;
  }
  return sample;
}

std::uint64_t ProcessTree::proportional_bytes() const {
  std::uint64_t total = 0;
  for (const auto& [pid, start] : seen_) {
    const auto stat = read_stat(pid);
    if (!stat || stat->start_ticks != start) continue;
    total += assay::core::proportional_bytes(pid).value_or(stat->resident_bytes);
  }
  return total;
}

bool ProcessTree::is_ready() const {
  return std::any_of(seen_.begin(), seen_.end(), [](const auto& member) {
    const auto stat = read_stat(member.first);
    return stat && stat->start_ticks == member.second && assay::core::is_ready(*stat);
  });
}

bool ProcessTree::root_ended() const {
  siginfo_t info{};
  const int result = ::waitid(P_PID, static_cast<id_t>(root_), &info, WEXITED | WNOHANG | WNOWAIT);
  return (result == 0 && info.si_pid == root_) || (result != 0 && errno == ECHILD);
}

void ProcessTree::reap_orphan(pid_t pid) {
  rusage usage{};
  if (::wait4(pid, nullptr, WNOHANG, &usage) != pid) return;
  ++reaped_;
  const CpuTime cpu = cpu_of(usage);
  orphans_cpu_.user_seconds += cpu.user_seconds;
  orphans_cpu_.system_seconds += cpu.system_seconds;
}

/// Kills all members except the root. Returns true if there was any, or if an orphan was reaped: the orphan's children
/// may have become ours after we read the list of our children.
bool ProcessTree::kill_others() {
  const std::size_t reaped_before = reaped_;
  const auto found = members();
  bool any = reaped_ != reaped_before;
  for (const ProcessStat& stat : found) {
    if (stat.pid == root_) continue;
    any = true;
    ::kill(stat.pid, SIGKILL);
  }
  return any;
}

std::optional<TreeEnd> ProcessTree::terminate() {
  using namespace std::chrono_literals;
  using Clock = std::chrono::steady_clock;
  constexpr auto kPatience = 5s;
  constexpr auto kLongestPause = std::chrono::microseconds(10ms);
  const auto deadline = Clock::now() + kPatience;
  auto pause = std::chrono::microseconds(50);
  if (!root_ended()) {
    // List the members first: after the root's death, descendants without our mark look like strangers.
    const auto found = members();
    for (const ProcessStat& stat : found) ::kill(stat.pid, SIGKILL);
  }
  ::kill(-root_, SIGKILL);
  ::kill(root_, SIGKILL);
  // The end of a member makes its children ours, so only empty passes after the root's end count. Two passes are
  // needed: the kernel may omit a child from the list while other threads reap theirs.
  int empty_looks = 0;
  while (true) {
    const bool ended = root_ended();
    empty_looks = !kill_others() && ended ? empty_looks + 1 : 0;
    if (empty_looks == 2) return reap_root();
    if (empty_looks == 1) continue;
    if (Clock::now() >= deadline) return ended ? reap_root() : std::nullopt;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, kLongestPause);
  }
}

std::optional<TreeEnd> ProcessTree::reap_root() {
  rusage usage{};
  TreeEnd end;
  if (::wait4(root_, &end.wait_status, WNOHANG, &usage) != root_) return std::nullopt;
  const CpuTime cpu = cpu_of(usage);
  end.cpu = {cpu.user_seconds + orphans_cpu_.user_seconds, cpu.system_seconds + orphans_cpu_.system_seconds};
  constexpr std::uint64_t kKibibyte = 1024;
  end.peak_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * kKibibyte;
  return end;
}

}  // namespace assay::core
