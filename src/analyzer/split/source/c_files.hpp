#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/command/compile_database.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "analyzer/split/source/split.hpp"

namespace assay::analyzer::splitting {

/// The files of a C or C++ project, by their role.
struct CFiles {
  std::vector<std::string> units;  ///< sources; with a compilation database, the sources that it names
  std::vector<std::string> headers;
  std::vector<std::string> unowned;                ///< sources that the database does not name
  std::map<std::string, CompileCommand> commands;  ///< by unit
};
[[nodiscard]] CFiles c_files(const Project& project);

}  // namespace assay::analyzer::splitting
