#include <algorithm>
#include <filesystem>
#include <utility>

#include "assay/analyzer/test.hpp"

namespace assay::analyzer {
namespace {

namespace fs = std::filesystem;

/// The files at and below a path, sorted.
Result<std::vector<std::string>> files_at(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return Error{"there is no file or folder '" + path + "'", "check the path"};
  if (!fs::is_directory(path, error)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error), end;
       !error && entry != end; entry.increment(error))
    if (entry->is_regular_file(error) && !language_of(entry->path().string()).empty())
      files.push_back(entry->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<UserPrograms> load_programs(const TestOptions& options) {
  UserPrograms loaded;
  for (const std::string& path : options.programs) {
    const Result<std::vector<std::string>> files = files_at(path);
    if (!files) return files.error();
    for (const std::string& file : *files) {
      Result<Program> program = load_program({file}, options.flags);
      if (program && options.preprocess) program = preprocessed(std::move(*program), {file});
      if (program) {
        loaded.programs.push_back({file, std::move(*program)});
      } else {
        loaded.skipped.emplace_back(file, program.error().text());
      }
    }
  }
  if (!options.programs.empty() && loaded.programs.empty())
    return Error{"none of the programs can be used" +
                     (loaded.skipped.empty() ? std::string() : ": " + loaded.skipped.front().second),
                 "files end with one of " + extensions_of_programs()};
  return loaded;
}

}  // namespace assay::analyzer
