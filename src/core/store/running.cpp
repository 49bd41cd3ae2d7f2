#include "core/store/running.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cstdio>
#include <string_view>

#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::core {

/// Reads the kernel's list of locks. Trying the lock itself could turn away a campaign that starts at that moment.
bool is_running(const std::string& directory) {
  struct stat lock {};
  if (::stat((directory + "/lock").c_str(), &lock) != 0) return false;
  char file[64];
  static_cast<void>(std::snprintf(file, sizeof file, "%02x:%02x:%llu", major(lock.st_dev), minor(lock.st_dev),
                                  static_cast<unsigned long long>(lock.st_ino)));
  const Result<std::string> locks = read_text_file("/proc/locks");
  if (!locks) return false;
  for (const std::string_view line : split(*locks, '\n')) {
    bool flock = false;
    bool ours = false;
    for (const std::string_view word : split(line, ' ')) {
      flock = flock || word == "FLOCK";
      ours = ours || word == file;
    }
    if (flock && ours && line.find("->") == std::string_view::npos) return true;
  }
  return false;
}

}  // namespace assay::core
