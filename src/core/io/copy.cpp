#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "core/io/descriptor.hpp"
#include "core/io/io.hpp"

namespace assay::core {

namespace fs = std::filesystem;

Status copy_folder(const std::string& from, const std::string& to) {
  std::error_code error;
  std::vector<std::pair<fs::path, fs::path>> open = {{from, to}};
  while (!open.empty()) {
    const auto [source, target] = std::move(open.back());
    open.pop_back();
    fs::create_directories(target, error);
    if (error) return disk_error("make the folder", target.string(), error.value());
    fs::directory_iterator entry(source, error);
    for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (name.starts_with('.') || entry->is_symlink(error)) continue;
      if (entry->is_directory(error)) {
        open.emplace_back(entry->path(), target / name);
        continue;
      }
      fs::copy_file(entry->path(), target / name, fs::copy_options::overwrite_existing, error);
      if (error) return disk_error("copy " + entry->path().string() + " to", (target / name).string(), error.value());
    }
    if (error) return disk_error("read", source.string(), error.value());
  }
  return {};
}

Status sync_file_system(const std::string& path) {
  const Descriptor folder(path, O_RDONLY);
  if (!folder.ok()) return disk_error("open", path, errno);
  if (::syncfs(folder.get()) != 0) return disk_error("write", path, errno);
  return {};
}

}  // namespace assay::core
