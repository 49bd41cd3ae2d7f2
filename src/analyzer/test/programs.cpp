#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "analyzer/test/test.hpp"
#include "core/io/io.hpp"

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

/// Loads the files as one program, or as one program each. Unusable files are skipped with a reason.
void load_into(UserPrograms& loaded, const std::vector<std::string>& files, const std::string& input,
               const TestOptions& options) {
  Result<Program> program = load_program(files, options.flags);
  if (program && options.preprocess) program = preprocessed(std::move(*program), files);
  if (!program) {
    loaded.skipped.emplace_back(files.front(), program.error().text());
    return;
  }
  program->arguments = options.arguments;
  program->input = input;
  loaded.programs.push_back({files.front(), std::move(*program)});
}

}  // namespace

Result<UserPrograms> load_programs(const TestOptions& options) {
  std::string input;
  if (!options.input.empty()) {
    Result<std::string> text = core::read_text_file(options.input);
    if (!text) return text.error();
    input = std::move(*text);
  }
  std::vector<std::string> all;
  std::set<std::string> changed;
  for (const auto* paths : {&options.changed_tests, &options.programs}) {
    for (const std::string& path : *paths) {
      const Result<std::vector<std::string>> files = files_at(path);
      if (!files) return files.error();
      for (const std::string& file : *files)
        if (changed.count(file) == 0) all.push_back(file);
    }
    changed = {all.begin(), all.end()};
  }
  UserPrograms loaded;
  if (options.together) {
    if (!all.empty()) load_into(loaded, all, input, options);
  } else {
    for (const std::string& file : all) load_into(loaded, {file}, input, options);
  }
  if (!(options.programs.empty() && options.changed_tests.empty()) && loaded.programs.empty())
    return Error{"none of the programs can be used" +
                     (loaded.skipped.empty() ? std::string() : ": " + loaded.skipped.front().second),
                 "files end with one of " + extensions_of_programs()};
  return loaded;
}

}  // namespace assay::analyzer
