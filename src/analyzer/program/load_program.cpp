#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "analyzer/program/program.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

namespace fs = std::filesystem;

struct Extension {
  std::string_view ending;
  std::string_view language;
};
constexpr std::array kExtensions = {Extension{".c", "c"},     Extension{".cpp", "c++"},    Extension{".cc", "c++"},
                                    Extension{".cxx", "c++"}, Extension{".ll", "llvm-ir"}, Extension{".pl", "prolog"}};

}  // namespace

std::string_view language_of(const std::string& path) {
  for (const Extension& row : kExtensions)
    if (fs::path(path).extension() == row.ending) return row.language;
  return {};
}

std::string extensions_of_programs() {
  std::vector<std::string> endings;
  for (const Extension& row : kExtensions) endings.emplace_back(row.ending);
  return join(endings, ", ");
}

Result<Program> load_program(const std::vector<std::string>& paths, const std::vector<std::string>& flags) {
  Program program;
  std::set<std::string> folders;
  std::set<std::string> names;
  for (const std::string& path : paths) {
    const std::string_view language = language_of(path);
    if (language.empty())
      return Error{"what language '" + path + "' is in cannot be told from its name",
                   "its extension is one of " + extensions_of_programs()};
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
  // The program is compiled in another folder, and still finds its own headers.
  if (program.language == "c" || program.language == "c++")
    for (const std::string& folder : folders) program.flags.push_back("-I" + folder);
  return program;
}

}  // namespace assay::analyzer
