#include <algorithm>
#include <map>
#include <set>

#include "analyzer/split/graph/graph_rows.hpp"
#include "analyzer/split/source/c_files.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/source/c_names.hpp"

namespace assay::analyzer::splitting {
namespace {

/// The files that define a name, each with the class or namespace of the definition.
using Definers = std::map<std::string, std::string>;

/// A name that this many files define says nothing about dependencies.
constexpr std::size_t kManyDefiners = 8;

class CSources {
 public:
  explicit CSources(const GraphTask& task) : task_(task) {}

  Result<Graph> read() {
    CFiles files = c_files(task_.project);
    if (files.units.empty()) return Error{"there is no C or C++ source", ""};
    GraphBuilder builder;
    for (const std::string& file : files.units) builder.add_unit(file, file);
    for (const std::string& file : files.units) take(file, true);
    for (const std::string& file : files.headers) take(file, false);
    for (const std::string& file : files.units) add_uses(file, builder);
    Graph graph = builder.finish();
    graph.shared = std::move(files.headers);
    graph.unowned = std::move(files.unowned);
    for (const std::string& file : unread_) graph.notes.push_back("'" + printable(file) + "' cannot be read");
    return graph;
  }

 private:
  void take(const std::string& file, bool unit) {
    const Result<std::string> text = core::read_text_file(task_.project.root + "/" + file);
    if (!text) {
      unread_.push_back(file);
      return;
    }
    core::CNames names = core::c_names(*text);
    for (auto& [name, body] : names.macros) {
      std::vector<std::string>& all = macros_[name];
      all.insert(all.end(), body.begin(), body.end());
    }
    if (!unit) return;
    for (const core::CFunction& function : names.functions)
      if (!function.is_static && function.name != "main") definers_[function.name].emplace(file, function.qualifier);
    for (const std::string& name : names.variables) definers_[name].emplace(file, "");
    std::set<std::string, std::less<>>& used = used_[file];
    used = std::move(names.used);
    // A file's own static function hides functions of the same name in other files.
    for (const core::CFunction& function : names.functions)
      if (function.is_static) used.erase(function.name);
  }

  /// The names with the identifiers in their macros' replacements, transitively.
  [[nodiscard]] std::set<std::string, std::less<>> with_macros(const std::set<std::string, std::less<>>& used) const {
    std::set<std::string, std::less<>> all = used;
    std::vector<std::string> open(used.begin(), used.end());
    while (!open.empty()) {
      const auto macro = macros_.find(open.back());
      open.pop_back();
      if (macro == macros_.end()) continue;
      for (const std::string& name : macro->second)
        if (all.insert(name).second) open.push_back(name);
    }
    return all;
  }

  void add_uses(const std::string& file, GraphBuilder& builder) const {
    const auto used = used_.find(file);
    if (used == used_.end()) return;
    const std::set<std::string, std::less<>> names = with_macros(used->second);
    for (const std::string& name : names) {
      const auto definers = definers_.find(name);
      if (definers == definers_.end() || definers->second.contains(file)) continue;
      if (definers->second.size() > kManyDefiners) continue;
      for (const auto& [definer, qualifier] : definers->second)
        if (qualifier.empty() || names.contains(qualifier)) builder.add_use(file, definer);
    }
  }

  const GraphTask& task_;
  std::map<std::string, Definers, std::less<>> definers_;
  std::map<std::string, std::set<std::string, std::less<>>> used_;
  std::map<std::string, std::vector<std::string>, std::less<>> macros_;
  std::vector<std::string> unread_;
};

}  // namespace

bool ready_for_c_sources(const GraphTask& task, std::string& why) {
  why = "there is no C or C++ source";
  return !c_files(task.project).units.empty();
}

Result<Graph> read_c_sources(const GraphTask& task) { return CSources(task).read(); }

}  // namespace assay::analyzer::splitting
