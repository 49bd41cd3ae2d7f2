#include <filesystem>
#include <set>
#include <system_error>

#include "core/io/io.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

/// The files below a folder whose names end with `extension`, sorted, so that shards on several machines agree.
std::set<std::string> files_below(const std::string& folder, const std::string& extension, InputFiles& out) {
  std::set<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  if (error) {
    out.unreadable.emplace_back(folder, "the folder cannot be read: " + error.message());
    return files;
  }
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (error) break;
    std::error_code ignored;
    // A link that leads nowhere is a file that cannot be read: its reader says so.
    const bool leads_nowhere = entry->is_symlink(ignored) && !fs::exists(entry->path(), ignored);
    if (entry->path().extension() == extension && (leads_nowhere || entry->is_regular_file(ignored)))
      files.insert(entry->path().string());
  }
  if (error) out.unreadable.emplace_back(folder, "the folder cannot be read to its end: " + error.message());
  return files;
}

}  // namespace

Result<InputFiles> find_inputs(const std::vector<std::string>& paths, const std::string& extension) {
  InputFiles out;
  std::set<std::string> seen;
  const auto add = [&](const std::string& file) {
    if (seen.insert(fs::path(file).lexically_normal().string()).second) out.files.push_back(file);
  };
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return Error{"there is no file or folder \"" + path + "\"", "check the path"};
    if (!fs::is_directory(status)) {
      add(path);
      continue;
    }
    for (const std::string& file : files_below(path, extension, out)) add(file);
  }
  return out;
}

}  // namespace assay::core
