#include <algorithm>

#include "analyzer/split/graph/graph_rows.hpp"
#include "base/text.hpp"

namespace assay::analyzer::splitting {
namespace {

bool is_for(const GraphRow& row, const std::vector<std::string>& languages) {
  const std::vector<std::string_view> known = split(row.languages, ' ');
  return std::any_of(languages.begin(), languages.end(), [&](const std::string& language) {
    return std::find(known.begin(), known.end(), language) != known.end();
  });
}

std::string graph_names() {
  std::vector<std::string> names;
  for (const GraphRow& row : graphs()) names.emplace_back(row.name);
  return join(names, ", ");
}

}  // namespace

/// For rows of one language, the preferred row comes first.
const std::vector<GraphRow>& graphs() {
  static const std::vector<GraphRow> rows = {
      {"edges", "a list of your own: --edges FILE, text or JSON", "", ready_for_edges, read_edges},
      {"c-symbols", "C and C++: symbols across the objects that clang makes of compile_commands.json (clang, nm)",
       "c c++", ready_for_c_symbols, read_c_symbols},
      {"c-sources", "C and C++: names that one file defines and another one uses; needs no build", "c c++",
       ready_for_c_sources, read_c_sources},
      {"python", "Python: imports", "python", ready_for_python, read_python},
      {"java-sources", "Java: imports, and names of the own package", "java", ready_for_java_sources,
       read_java_sources},
      {"jdeps", "Java: classes that are compiled (jdeps)", "", ready_for_jdeps, read_jdeps},
      {"dependency-cruiser", "JavaScript and TypeScript: depcruise, or the JSON that it wrote (--edges)", "javascript",
       ready_for_depcruise, read_depcruise},
  };
  return rows;
}

Result<const GraphRow*> graph_for(std::string_view name, const std::vector<std::string>& languages,
                                  const GraphTask& task) {
  std::string why;
  if (name != "auto") {
    for (const GraphRow& row : graphs()) {
      if (row.name != name) continue;
      if (row.ready(task, why)) return &row;
      return Error{"dependencies cannot be read by '" + std::string(name) + "': " + why, "take another --graph"};
    }
    return Error{"there is no graph '" + std::string(name) + "'", "there are auto, " + graph_names()};
  }
  if (!task.edges.empty()) return &graphs().front();
  for (const GraphRow& row : graphs())
    if (is_for(row, languages) && row.ready(task, why)) return &row;
  return Error{"no reader can read the dependencies of this project" + (why.empty() ? "" : ": " + why),
               "write them down, a line for each, as in \"a.x -> b.x\", and give the file with --edges"};
}

}  // namespace assay::analyzer::splitting
