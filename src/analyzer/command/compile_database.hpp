#pragma once

#include <string>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::analyzer {

/// An entry of a compile_commands.json (Clang's JSON Compilation Database Format Specification).
struct CompileCommand {
  std::string file;    ///< absolute
  std::string folder;  ///< absolute: where its relative paths start
  /// What an analyzer needs of the command: macros, where headers are, the language. Paths are absolute.
  std::vector<std::string> flags;
};
/// The entries in their order; of several for one file, the first. An Error says what is wrong with the file.
[[nodiscard]] Result<std::vector<CompileCommand>> compile_commands_in(const std::string& path);

}  // namespace assay::analyzer
