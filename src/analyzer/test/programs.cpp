#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "assay/analyzer/test.hpp"
#include "assay/base/text.hpp"
#include "assay/core/io.hpp"

namespace assay::analyzer {
namespace {

namespace fs = std::filesystem;

struct Extension {
  std::string_view ending;
  std::string_view language;
};
constexpr std::array kExtensions = {Extension{".c", "c"},     Extension{".cpp", "c++"},    Extension{".cc", "c++"},
                                    Extension{".cxx", "c++"}, Extension{".ll", "llvm-ir"}, Extension{".pl", "prolog"}};
constexpr std::string_view kExtensionList = ".c, .cpp, .cc, .cxx, .ll, .pl";

std::string_view language_of(const fs::path& path) {
  for (const Extension& row : kExtensions)
    if (path.extension() == row.ending) return row.language;
  return {};
}

/// The files at and below a path, sorted.
Result<std::vector<std::string>> files_at(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return Error{"there is no file or folder '" + path + "'", "check the path"};
  if (!fs::is_directory(path, error)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error), end;
       !error && entry != end; entry.increment(error))
    if (entry->is_regular_file(error) && !language_of(entry->path()).empty()) files.push_back(entry->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<Program> load_program(const std::vector<std::string>& paths, const std::vector<std::string>& flags) {
  Program program;
  std::set<std::string> folders;
  std::set<std::string> names;
  for (const std::string& path : paths) {
    const std::string_view language = language_of(path);
    if (language.empty())
      return Error{"what language '" + path + "' is in cannot be told from its name",
                   "its extension is one of " + std::string(kExtensionList)};
    if (program.language.empty()) program.language = language;
    if (program.language != language) return Error{"the files are in different languages", "give those of one program"};
    Result<std::string> text = core::read_text_file(path);
    if (!text) return text.error();
    std::string name = fs::path(path).filename().string();
    if (!names.insert(name).second) return Error{"two files are called '" + name + "'", "rename one of them"};
    program.files.push_back({std::move(name), std::move(*text)});
    folders.insert(fs::absolute(path).parent_path().lexically_normal().string());
  }
  if (program.files.empty()) return Error{"no program is given", "name its files"};
  program.flags = flags;
  // It is compiled elsewhere, and still finds its own headers.
  if (program.language == "c" || program.language == "c++")
    for (const std::string& folder : folders) program.flags.push_back("-I" + folder);
  return program;
}

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
                 "files end with one of " + std::string(kExtensionList)};
  return loaded;
}

}  // namespace assay::analyzer
