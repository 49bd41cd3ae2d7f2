#pragma once

#include <string>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::analyzer {

/// An entry of a compile_commands.json (Clang's JSON Compilation Database Format Specification).
struct CompileCommand {
  std::string file;    ///< absolute
  std::string folder;  ///< absolute: where its relative paths start
  /// The flags of the command that an analyzer needs: macros, folders of headers, the language. Paths are absolute.
  std::vector<std::string> flags;
};
/// The entries in their order; if a file has several, the first. An Error names the mistake in the file.
[[nodiscard]] Result<std::vector<CompileCommand>> compile_commands_in(const std::string& path);

}  // namespace assay::analyzer
