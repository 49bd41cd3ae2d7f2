#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "analyzer/split/graph/graph_rows.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::splitting {
namespace {

using EdgeRow = std::pair<std::string, std::string>;  ///< the second is empty for a unit without uses

Error broken_edges(const std::string& path, std::size_t line, const std::string& what) {
  return Error{"line " + std::to_string(line) + " of '" + path + "' " + what,
               "write \"a.x -> b.x\", or two names with white space between, or one name"};
}

/// Reads lines "a -> b", "a b", "a"; # starts a comment.
Result<std::vector<EdgeRow>> edges_of_text(std::string_view text, const std::string& path) {
  std::vector<EdgeRow> rows;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::size_t arrow = line.find("->");
    if (arrow != std::string_view::npos) {
      const std::string_view from = trim(line.substr(0, arrow));
      const std::string_view to = trim(line.substr(arrow + 2));
      if (from.empty() || to.empty()) return broken_edges(path, number, "has an arrow with nothing beside it");
      rows.emplace_back(from, to);
      continue;
    }
    const std::size_t gap = line.find_first_of(" \t");
    const std::string_view to = gap == std::string_view::npos ? std::string_view() : trim(line.substr(gap));
    if (to.find_first_of(" \t") != std::string_view::npos) return broken_edges(path, number, "has more than two names");
    rows.emplace_back(line.substr(0, gap), to);
  }
  return rows;
}

/// Reads {"a": ["b", "c"]} or [["a", "b"]].
Result<std::vector<EdgeRow>> edges_of_json(const nlohmann::json& json, const std::string& path) {
  std::vector<EdgeRow> rows;
  const Error broken{"'" + path + "' is no list of dependencies",
                     R"(write {"a.x": ["b.x", "c.x"]}, or [["a.x", "b.x"]])"};
  if (!json.is_object() && !json.is_array()) return broken;
  for (const auto& [key, value] : json.items()) {
    if (!value.is_array()) return broken;
    for (const nlohmann::json& name : value)
      if (!name.is_string()) return broken;
    if (json.is_array()) {
      if (value.size() != 2) return broken;
      rows.emplace_back(value[0].get<std::string>(), value[1].get<std::string>());
      continue;
    }
    rows.emplace_back(key, std::string());
    for (const nlohmann::json& name : value) rows.emplace_back(key, name.get<std::string>());
  }
  return rows;
}

std::string plain(const std::string& name) { return name.starts_with("./") ? name.substr(2) : name; }

}  // namespace

bool ready_for_edges(const GraphTask& task, std::string& why) {
  why = "there is no --edges FILE";
  return !task.edges.empty();
}

Result<Graph> read_edges(const GraphTask& task) {
  const Result<std::string> text = core::read_text_file(task.edges);
  if (!text) return text.error();
  const std::string_view start = trim(*text);
  const bool json = start.starts_with('{') || start.starts_with('[');
  Result<std::vector<EdgeRow>> rows =
      json ? edges_of_json(nlohmann::json::parse(*text, nullptr, false), task.edges) : edges_of_text(*text, task.edges);
  if (!rows) return rows.error();
  const std::set<std::string> files(task.project.files.begin(), task.project.files.end());
  GraphBuilder builder;
  std::set<std::string> missing, suffixes;
  for (auto& [from, to] : *rows)
    for (std::string* name : {&from, &to}) {
      *name = plain(*name);
      if (name->empty() || builder.has(*name)) continue;
      if (!files.contains(*name)) {
        missing.insert(*name);
        continue;
      }
      builder.add_unit(*name, *name);
      if (const std::size_t dot = name->rfind('.'); dot != std::string::npos) suffixes.insert(name->substr(dot));
    }
  for (const auto& [from, to] : *rows) builder.add_use(from, to);
  Graph graph = builder.finish();
  if (graph.units.empty())
    return Error{"no file of the project is in '" + task.edges + "'", "name files from the project's folder"};
  if (!missing.empty())
    graph.notes.push_back(std::to_string(missing.size()) + " names of '" + task.edges +
                          "' are no files of the project, as '" + printable(*missing.begin()) + "'");
  for (const std::string& file : task.project.files) {
    const std::size_t dot = file.rfind('.');
    const bool of_kind = dot != std::string::npos && suffixes.contains(file.substr(dot));
    if (of_kind && !builder.has(file)) graph.unowned.push_back(file);
  }
  return graph;
}

}  // namespace assay::analyzer::splitting
