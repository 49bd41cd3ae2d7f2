#include "core/proc/procfs.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <memory>
#include <string>

#include "core/proc/fd.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {
namespace {

constexpr double kNanosecond = 1e-9;

std::string proc_path(pid_t pid, std::string_view rest) {
  std::string path = "/proc/";
  path += std::to_string(pid);
  path += rest;
  return path;
}

/// Appends the whole file to `text`. False if it cannot be opened or read.
bool read_file(const std::string& path, std::string& text) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return false;
  std::array<char, 4096> chunk;
  while (true) {
    const ssize_t got = ::read(fd.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) return true;
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

void append_numbers(std::string_view text, std::vector<pid_t>& numbers) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    pid_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc() && value > 0) numbers.push_back(value);
    at = next == at ? at + 1 : next;
  }
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

/// The entries of a directory of /proc whose names are numbers.
std::vector<pid_t> numeric_entries(const std::string& path) {
  std::vector<pid_t> numbers;
  const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
  if (!directory) return numbers;
  while (const dirent* entry = ::readdir(directory.get())) append_numbers(entry->d_name, numbers);
  return numbers;
}

bool append_thread_children(pid_t pid, pid_t thread, std::vector<pid_t>& children) {
  std::string text;
  if (!read_file(proc_path(pid, "/task/" + std::to_string(thread) + "/children"), text)) return false;
  append_numbers(text, children);
  return true;
}

bool kernel_lists_children() {
  static const bool listed = [] {
    std::vector<pid_t> ignored;
    return append_thread_children(::getpid(), ::getpid(), ignored);
  }();
  return listed;
}

/// The CPU time by the process's clock, which counts nanoseconds; stat counts hundredths of a second.
std::optional<double> cpu_clock_seconds(pid_t pid) {
  clockid_t clock{};
  timespec now{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &now) != 0) return std::nullopt;
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * kNanosecond;
}

/// The fields of stat(5) after the command name, which may contain blanks and parentheses.
std::vector<std::string_view> fields_after_name(std::string_view text) {
  std::vector<std::string_view> fields;
  const std::size_t close = text.rfind(')');
  if (close == std::string_view::npos) return fields;
  fields.reserve(50);
  std::size_t at = close + 1;
  while (at < text.size()) {
    const std::size_t begin = text.find_first_not_of(" \n", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    fields.push_back(text.substr(begin, end - begin));
    at = end;
  }
  return fields;
}

template <typename T>
T number(std::string_view field) {
  T value{};
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

}  // namespace

std::optional<ProcessStat> read_stat(pid_t pid) {
  // Positions of proc(5) minus three: the list starts with field 3, the state.
  enum : std::size_t { kState, kParent, kGroup, kSession, kUser = 11, kSystem, kChildUser, kChildSystem };
  enum : std::size_t { kThreads = 17, kStart = 19, kResident = 21, kFieldsNeeded };
  std::string text;
  if (!read_file(proc_path(pid, "/stat"), text)) return std::nullopt;
  const auto fields = fields_after_name(text);
  if (fields.size() < kFieldsNeeded) return std::nullopt;
  static const double tick = 1.0 / static_cast<double>(::sysconf(_SC_CLK_TCK));
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const auto seconds = [&](std::size_t field) {
    return static_cast<double>(number<std::int64_t>(fields[field])) * tick;
  };

  ProcessStat stat;
  stat.pid = pid;
  stat.state = fields[kState].front();
  stat.parent = number<pid_t>(fields[kParent]);
  stat.group = number<pid_t>(fields[kGroup]);
  stat.session = number<pid_t>(fields[kSession]);
  stat.start_ticks = number<std::uint64_t>(fields[kStart]);
  stat.resident_bytes = number<std::uint64_t>(fields[kResident]) * page;
  stat.threads = number<unsigned>(fields[kThreads]);
  const double system = seconds(kSystem);
  const double total = cpu_clock_seconds(pid).value_or(seconds(kUser) + system);
  stat.user_seconds = std::max(0.0, total - system) + seconds(kChildUser);
  stat.system_seconds = std::min(total, system) + seconds(kChildSystem);
  return stat;
}

bool is_ready(const ProcessStat& process) {
  constexpr char kReady = 'R';
  if (process.state == kReady) return true;
  if (process.threads <= 1) return false;
  const std::vector<pid_t> threads = numeric_entries(proc_path(process.pid, "/task"));
  return std::any_of(threads.begin(), threads.end(), [&](pid_t thread) {
    std::string text;
    if (!read_file(proc_path(process.pid, "/task/" + std::to_string(thread) + "/stat"), text)) return false;
    const auto fields = fields_after_name(text);
    return !fields.empty() && fields.front().front() == kReady;
  });
}

void append_children(pid_t pid, std::vector<pid_t>& children) {
  if (!kernel_lists_children()) {
    append_children_by_scan(pid, children);
    return;
  }
  for (const pid_t thread : numeric_entries(proc_path(pid, "/task"))) append_thread_children(pid, thread, children);
}

void append_children_by_scan(pid_t pid, std::vector<pid_t>& children) {
  for (const pid_t other : numeric_entries("/proc")) {
    const auto stat = read_stat(other);
    if (stat && stat->parent == pid) children.push_back(other);
  }
}

std::vector<pid_t> children_of_main_thread() {
  std::vector<pid_t> children;
  const pid_t self = ::getpid();
  if (kernel_lists_children()) {
    append_thread_children(self, self, children);
  } else {
    append_children_by_scan(self, children);
  }
  return children;
}

bool environment_contains(pid_t pid, std::string_view text) {
  std::string environment;
  return read_file(proc_path(pid, "/environ"), environment) && environment.find(text) != std::string::npos;
}

std::optional<std::uint64_t> proportional_bytes(pid_t pid) {
  constexpr std::string_view kLabel = "\nPss:";
  constexpr std::uint64_t kKibibyte = 1024;
  std::string text;
  if (!read_file(proc_path(pid, "/smaps_rollup"), text)) return std::nullopt;
  const std::size_t label = text.find(kLabel);
  if (label == std::string::npos) return std::nullopt;
  const std::size_t digits = text.find_first_of("0123456789", label);
  if (digits == std::string::npos) return std::nullopt;
  return number<std::uint64_t>(std::string_view(text).substr(digits)) * kKibibyte;
}

std::optional<std::uint64_t> start_of_process(long pid) {
  const std::optional<ProcessStat> stat = read_stat(static_cast<pid_t>(pid));
  return stat && !stat->ended() ? std::optional(stat->start_ticks) : std::nullopt;
}

}  // namespace assay::core
