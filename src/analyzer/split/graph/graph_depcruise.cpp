#include <nlohmann/json.hpp>
#include <set>

#include "analyzer/split/graph/graph_rows.hpp"
#include "analyzer/split/source/graph_builder.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"
#include "core/proc/proc.hpp"

namespace assay::analyzer::splitting {
namespace {

const std::vector<std::string_view> kScripts = {".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue"};
using CruiseJson = nlohmann::json;

Result<std::string> cruise(const GraphTask& task) {
  core::Command command;
  command.argv = {"depcruise", "--no-config", "--output-type", "json", "--exclude", "node_modules", "."};
  command.working_directory = task.project.root;
  core::Limits limits;
  limits.wall_seconds = 600;
  limits.output_bytes = std::uint64_t{1} << 30;
  core::ProcessResult result = core::run_process(command, "", limits, task.stop);
  if (result.ending != core::Ending::Exited || result.truncated)
    return Error{"depcruise gives no answer: " + shortened(printable(trim(result.err)), 300), "take --edges"};
  return std::move(result.out);
}

/// {"modules": [{"source": "a.js", "dependencies": [{"resolved": "b.js"}]}]}
Result<std::vector<std::pair<std::string, std::string>>> cruise_edges(std::string_view text) {
  const CruiseJson json = CruiseJson::parse(text, nullptr, false);
  const Error broken{"the dependencies are no JSON of dependency-cruiser",
                     "write it with: depcruise --output-type json"};
  if (!json.is_object() || !json.contains("modules") || !json["modules"].is_array()) return broken;
  std::vector<std::pair<std::string, std::string>> edges;
  for (const CruiseJson& module : json["modules"]) {
    if (!module.is_object() || !module.contains("dependencies") || !module["dependencies"].is_array()) return broken;
    for (const CruiseJson& dependency : module["dependencies"])
      if (dependency.is_object())
        edges.emplace_back(core::json_at<std::string>(module, "source"),
                           core::json_at<std::string>(dependency, "resolved"));
  }
  return edges;
}

}  // namespace

bool ready_for_depcruise(const GraphTask& task, std::string& why) {
  if (files_with(task.project, kScripts).empty()) {
    why = "there is no source of JavaScript or TypeScript";
  } else if (task.edges.empty() && core::find_program("depcruise").empty()) {
    why = "depcruise is not installed (npm install dependency-cruiser)";
  } else {
    return true;
  }
  return false;
}

Result<Graph> read_depcruise(const GraphTask& task) {
  const Result<std::string> text = task.edges.empty() ? cruise(task) : core::read_text_file(task.edges);
  if (!text) return text.error();
  const auto edges = cruise_edges(*text);
  if (!edges) return edges.error();
  GraphBuilder builder;
  for (const std::string& file : files_with(task.project, kScripts)) builder.add_unit(file, file);
  for (const auto& [from, to] : *edges) builder.add_use(from, to);
  return builder.finish();
}

}  // namespace assay::analyzer::splitting
