#include "analyzer/split/source/c_files.hpp"

#include <utility>

namespace assay::analyzer::splitting {
namespace {

const std::vector<std::string_view> kCSources = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
const std::vector<std::string_view> kCHeaders = {".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".def", ".ipp", ".tcc"};

}  // namespace

CFiles c_files(const Project& project) {
  CFiles files;
  files.headers = files_with(project, kCHeaders);
  if (!project.database.empty()) {
    if (Result<std::vector<CompileCommand>> commands = compile_commands_in(project.database)) {
      for (CompileCommand& command : *commands)
        if (std::string name = inside(project, command.file); !name.empty())
          files.commands.emplace(std::move(name), std::move(command));
    }
  }
  for (std::string& source : files_with(project, kCSources)) {
    const bool named = files.commands.empty() || files.commands.contains(source);
    (named ? files.units : files.unowned).push_back(std::move(source));
  }
  return files;
}

}  // namespace assay::analyzer::splitting
