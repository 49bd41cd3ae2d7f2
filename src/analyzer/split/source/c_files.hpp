#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/command/compile_database.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "assay/analyzer/split.hpp"

namespace assay::analyzer::splitting {

/// Which files of a project of C or C++ are units.
struct CFiles {
  std::vector<std::string> units;  ///< sources, of the compilation database where there is one
  std::vector<std::string> headers;
  std::vector<std::string> unowned;                ///< sources that it does not name
  std::map<std::string, CompileCommand> commands;  ///< by unit
};
[[nodiscard]] CFiles c_files(const Project& project);

}  // namespace assay::analyzer::splitting
