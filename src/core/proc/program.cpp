#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/proc/proc.hpp"

namespace assay::core {
namespace {

bool is_executable_file(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::string absolute(const std::string& path) {
  if (path.front() == '/') return path;
  std::error_code error;
  const auto result = std::filesystem::absolute(path, error);
  return error ? std::string() : result.string();
}

}  // namespace

std::string_view name(Ending ending) {
  switch (ending) {
    case Ending::Exited: return "exited";
    case Ending::Signalled: return "signalled";
    case Ending::TimedOut: return "timed-out";
    case Ending::OutOfMemory: return "out-of-memory";
    case Ending::OutputLimit: return "output-limit";
    case Ending::Cancelled: return "cancelled";
    case Ending::FailedToStart: return "failed-to-start";
  }
  ASSAY_CHECK(false, "an Ending out of range");
}

std::string find_program(const std::string& name) {
  if (name.empty()) return {};
  if (name.find('/') != std::string::npos) return is_executable_file(name) ? absolute(name) : std::string();
  const char* const variable = std::getenv("PATH");
  const std::string_view path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  std::size_t at = 0;
  while (at <= path.size()) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    std::string candidate(path.substr(at, end - at));
    if (candidate.empty()) candidate = ".";  // required by POSIX
    candidate += '/';
    candidate += name;
    if (is_executable_file(candidate)) return absolute(candidate);
    at = end + 1;
  }
  return {};
}

std::string find_hidden_program(std::string_view name) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  for (auto folder = self.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    for (const char* place : {".", "libexec/assay", "libexec"}) {
      std::string path = (folder / place / name).lexically_normal().string();
      if (is_executable_file(path)) return path;
    }
  }
  return {};
}

}  // namespace assay::core
