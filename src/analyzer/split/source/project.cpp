#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

#include "analyzer/split/source/split.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::splitting {
namespace {

namespace fs = std::filesystem;

/// Folders with third-party code, and with files that tools generate.
constexpr std::array<std::string_view, 5> kOthers = {"node_modules", "__pycache__", "site-packages", "venv",
                                                     "CMakeFiles"};
constexpr std::array<std::string_view, 3> kDatabases = {"compile_commands.json", "build/compile_commands.json",
                                                        "builddir/compile_commands.json"};

bool passed_over(const std::string& name) {
  return name.starts_with('.') || std::find(kOthers.begin(), kOthers.end(), name) != kOthers.end();
}

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

bool is_inside(const fs::path& path, const std::string& root) {
  const std::string text = path.string();
  return text.size() > root.size() && text.starts_with(root) && text[root.size()] == '/';
}

class Scan {
 public:
  Scan(Project& project, const std::vector<std::string>& excluded) : project_(project) {
    for (const std::string& path : excluded)
      excluded_.insert(fs::path(without_slash(path)).lexically_normal().string());
  }

  void run() {
    open_ = {""};
    while (!open_.empty()) {
      const std::string folder = std::move(open_.back());
      open_.pop_back();
      for (const std::string& name : core::list_directory(project_.root + "/" + folder))
        look_at(folder.empty() ? name : folder + "/" + name, name);
    }
    std::sort(project_.files.begin(), project_.files.end());
    std::sort(project_.refused.begin(), project_.refused.end());
  }

 private:
  void look_at(const std::string& path, const std::string& name) {
    if (passed_over(name) || excluded_.contains(path)) return;
    const fs::path whole = fs::path(project_.root) / path;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(whole, error);
    if (fs::is_symlink(status)) {
      const fs::path target = fs::canonical(whole, error);
      if (error || !is_inside(target, project_.root)) project_.refused.push_back(path);
    } else if (fs::is_directory(status)) {
      open_.push_back(path);
    } else if (fs::is_regular_file(status)) {
      project_.files.push_back(path);
    }
  }

  Project& project_;
  std::set<std::string> excluded_;
  std::vector<std::string> open_;
};

}  // namespace

Result<Project> scan_project(const std::string& folder, const std::vector<std::string>& excluded) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error || !fs::is_directory(root, error))
    return Error{"there is no folder '" + folder + "'", "name the folder of the project"};
  Project project;
  project.root = without_slash(root.string());
  Scan(project, excluded).run();
  for (const std::string_view name : kDatabases) {
    const std::string path = project.root + "/" + std::string(name);
    if (project.database.empty() && core::exists(path)) project.database = path;
  }
  if (project.files.empty()) return Error{"there is no file in '" + folder + "'", "name the folder of the project"};
  return project;
}

}  // namespace assay::analyzer::splitting
