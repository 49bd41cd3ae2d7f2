#include "analyzer/split/source/graph_builder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "analyzer/split/source/closure.hpp"

namespace assay::analyzer::splitting {

void GraphBuilder::add_unit(const std::string& name, const std::string& file) { units_[name].files.push_back(file); }

void GraphBuilder::add_use(const std::string& from, const std::string& to) {
  const auto at = units_.find(from);
  if (at != units_.end() && from != to && units_.contains(to)) at->second.uses.push_back(to);
}

Graph GraphBuilder::finish() {
  Graph graph;
  std::map<std::string_view, UnitId> numbers;
  for (auto& [name, row] : units_) {
    numbers.emplace(name, static_cast<UnitId>(graph.units.size()));
    std::sort(row.files.begin(), row.files.end());
    row.files.erase(std::unique(row.files.begin(), row.files.end()), row.files.end());
    Unit unit;
    unit.name = name;
    unit.files = std::move(row.files);
    unit.size = static_cast<double>(unit.files.size());
    graph.units.push_back(std::move(unit));
  }
  for (const auto& [name, row] : units_) {
    UnitSet uses;
    for (const std::string& other : row.uses) uses.push_back(numbers.find(other)->second);
    graph.uses.push_back(as_set(std::move(uses)));
  }
  return graph;
}

bool has_suffix(std::string_view path, const std::vector<std::string_view>& suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(), [&](std::string_view suffix) { return path.ends_with(suffix); });
}

std::vector<std::string> files_with(const Project& project, const std::vector<std::string_view>& suffixes) {
  std::vector<std::string> found;
  for (const std::string& file : project.files)
    if (has_suffix(file, suffixes)) found.push_back(file);
  return found;
}

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

std::size_t common_folders(std::string_view a, std::string_view b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) count += a[i] == '/' ? 1 : 0;
  return count;
}

std::string inside(const Project& project, const std::string& absolute) {
  std::error_code error;
  const std::string real = std::filesystem::weakly_canonical(absolute, error).string();
  const std::string& root = project.root;
  const bool below = !error && real.size() > root.size() + 1 && real.starts_with(root) && real[root.size()] == '/';
  return below ? real.substr(root.size() + 1) : std::string();
}

Graph by_folder(const Graph& graph) {
  GraphBuilder builder;
  std::vector<std::string> folder;
  for (const Unit& unit : graph.units) {
    folder.push_back(folder_of(unit.files.front()));
    if (folder.back().empty()) folder.back() = ".";
    for (const std::string& file : unit.files) builder.add_unit(folder.back(), file);
  }
  for (UnitId unit = 0; unit < graph.units.size(); ++unit)
    for (const UnitId next : graph.uses[unit]) builder.add_use(folder[unit], folder[next]);
  Graph made = builder.finish();
  made.shared = graph.shared;
  made.unowned = graph.unowned;
  made.notes = graph.notes;
  return made;
}

}  // namespace assay::analyzer::splitting
