#include "unit/core/proc/live_processes.hpp"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

namespace assay::core::test {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();  // a process that ends meanwhile is an empty file here, where an iterator would throw
  return text.str();
}

/// The part of stat(5) after the name: state and parent first.
std::string status_of(const fs::path& process) {
  const std::string text = contents(process / "stat");
  const std::size_t close = text.rfind(')');
  return close == std::string::npos ? std::string() : text.substr(close + 2);
}

template <typename Visit>
void for_each_process(Visit visit) {
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename();
    if (name.find_first_not_of("0123456789") == std::string::npos) visit(entry->path(), std::stoi(name));
  }
}

bool eventually(const std::function<bool()>& condition) {
  constexpr auto kPatience = std::chrono::seconds(30);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace

std::vector<pid_t> live_processes_with(const std::string& text) {
  std::vector<pid_t> found;
  for_each_process([&](const fs::path& path, pid_t pid) {
    const std::string status = status_of(path);
    if (pid == ::getpid() || status.empty() || status[0] == 'Z' || status[0] == 'X') return;
    const bool has = contents(path / "cmdline").find(text) != std::string::npos ||
                     contents(path / "environ").find(text) != std::string::npos;
    if (has) found.push_back(pid);
  });
  return found;
}

std::vector<pid_t> own_zombies() {
  std::vector<pid_t> found;
  const std::string ours = "Z " + std::to_string(::getpid()) + " ";
  for_each_process([&](const fs::path& path, pid_t pid) {
    if (status_of(path).starts_with(ours)) found.push_back(pid);
  });
  return found;
}

std::string unique_text() {
  static int counter = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return "assay-test-" + std::to_string(::getpid()) + "-" + std::to_string(now) + "-" + std::to_string(counter++);
}

bool eventually_none_with(const std::string& text) {
  return eventually([&] { return live_processes_with(text).empty(); });
}

bool eventually_count_with(const std::string& text, std::size_t at_least) {
  return eventually([&] { return live_processes_with(text).size() >= at_least; });
}

}  // namespace assay::core::test
