#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/split/report/split_report.hpp"
#include "base/text.hpp"
#include "core/io/json_fields.hpp"
#include "core/report/sarif.hpp"
#include "core/sarif/sarif.hpp"
#include "core/sarif/uri.hpp"

namespace assay::analyzer::splitting {
namespace {

/// Makes the places of a run's results start at the project's folder.
class Places {
 public:
  Places(const core::SarifJson& run, const ProjectFolders& seen) : run_(run), seen_(seen) {}

  /// A path from the project's folder, or an absolute one.
  [[nodiscard]] std::string path(const core::SarifJson& location) const {
    std::string uri = core::sarif_text(location, {"uri"});
    std::string base = core::sarif_text(location, {"uriBaseId"});
    const core::SarifJson* const artifact =
        uri.empty() ? core::sarif_element(core::sarif_at(run_, {"artifacts"}), core::sarif_at(location, {"index"}))
                    : nullptr;
    if (artifact != nullptr) {
      uri = core::sarif_text(*artifact, {"location", "uri"});
      base = core::sarif_text(*artifact, {"location", "uriBaseId"});
    }
    return named_path(core::path_of_uri(uri), base);
  }
  [[nodiscard]] std::string named_path(const std::string& path, const std::string& base = "") const {
    return path.empty() || path.front() == '/' ? named(path) : named(with_base(path, base));
  }

  /// Rewrites all of a result, without recursion.
  void rewrite(core::SarifJson& result) const {
    std::vector<core::SarifJson*> open = {&result};
    while (!open.empty()) {
      core::SarifJson& here = *open.back();
      open.pop_back();
      if (here.is_object() && here.contains("artifactLocation")) place(here["artifactLocation"]);
      if (!here.is_structured()) continue;
      for (auto& child : here) open.push_back(&child);
    }
  }

 private:
  void place(core::SarifJson& there) const {
    const std::string name = path(there);
    if (!name.empty()) there = core::sarif_file(name, kProjectBase);
  }

  [[nodiscard]] std::string with_base(const std::string& path, const std::string& base) const {
    const std::string start = core::path_of_uri(core::sarif_text(run_, {"originalUriBaseIds", base.c_str(), "uri"}));
    if (!start.empty() && start.front() == '/') return start + (start.ends_with('/') ? "" : "/") + path;
    // A path without a known base: relative to the project, or to the run's working directory.
    std::error_code error;
    const std::string below = seen_.root + "/" + path;
    if (std::filesystem::exists(below, error)) return below;
    std::string here = seen_.folder + "/" + path;
    return std::filesystem::exists(here, error) ? here : seen_.root + "/" + file_ending_with(path);
  }

  /// The first of the project's files whose path ends with `path`; `path` itself if there is none.
  [[nodiscard]] std::string file_ending_with(const std::string& path) const {
    if (seen_.files == nullptr) return path;
    for (const std::string& file : *seen_.files)
      if (file.ends_with(path) && file.size() > path.size() && file[file.size() - path.size() - 1] == '/') return file;
    return path;
  }

  [[nodiscard]] std::string named(const std::string& path) const {
    if (path.empty()) return path;
    for (const std::string& root : {seen_.root, seen_.project})
      if (std::string name = path_from(root, path); !name.starts_with('/')) return name;
    return std::filesystem::path(path).lexically_normal().string();
  }

  const core::SarifJson& run_;
  const ProjectFolders& seen_;
};

bool is_alarm(const core::SarifJson& result) {
  if (core::sarif_says_nothing(result) || core::sarif_text(result, {"kind"}) == "pass") return false;
  const core::SarifJson* const suppressions = core::sarif_at(result, {"suppressions"});
  return suppressions == nullptr || !suppressions->is_array() || suppressions->empty();
}

Result<void> read_one(const core::SarifJson& run, core::SarifJson result, const Places& places, RunReport& report) {
  if (!is_alarm(result)) return {};
  SarifResult found;
  Result<std::string> rule = core::sarif_rule(run, result);
  if (!rule) return rule.error();
  found.rule = std::move(*rule);
  if (const core::SarifJson* const artifact =
          core::sarif_at(result, {"locations", "physicalLocation", "artifactLocation"}))
    found.file = places.path(*artifact);
  places.rewrite(result);
  found.line = core::sarif_number(result, {"locations", "physicalLocation", "region", "startLine"});
  found.column = core::sarif_number(result, {"locations", "physicalLocation", "region", "startColumn"});
  found.function = core::sarif_function(result);
  found.message = with_single_spaces(core::sarif_text(result, {"message", "text"}));
  found.level = core::sarif_text(result, {"level"});
  result.erase("ruleIndex");
  result.erase("rule");
  result["ruleId"] = found.rule;
  found.json = core::json_text(result);
  report.found.push_back(std::move(found));
  return {};
}

void read_driver(const core::SarifJson& run, RunReport& report) {
  const core::SarifJson* const driver = core::sarif_at(run, {"tool", "driver"});
  if (driver == nullptr || !driver->is_object()) return;
  if (const core::SarifJson* const rules = core::sarif_at(*driver, {"rules"}); rules != nullptr && rules->is_array())
    for (const core::SarifJson& rule : *rules)
      if (std::string id = core::sarif_text(rule, {"id"}); !id.empty())
        report.rules.emplace(std::move(id), core::json_text(rule));
  core::SarifJson kept = *driver;
  kept.erase("rules");
  if (report.driver.empty()) report.driver = core::json_text(kept);
}

}  // namespace

Result<RunReport> report_of_sarif(std::string_view text, const ProjectFolders& seen) {
  const Result<core::SarifJson> runs = core::sarif_runs(text);
  if (!runs) return runs.error();
  RunReport report;
  for (const core::SarifJson& run : *runs) {
    read_driver(run, report);
    const Places places(run, seen);
    for (const core::SarifJson& result : run["results"])
      if (const Result<void> read = read_one(run, result, places, report); !read) return read.error();
  }
  return report;
}

RunReport report_of_readings(const Readings& readings, const ProjectFolders& seen) {
  RunReport report;
  const core::SarifJson no_run = core::SarifJson::object();
  const Places places(no_run, seen);
  for (const CheckKey& check : readings.alarms) {
    SarifResult found;
    found.rule = printable(check.kind.empty() ? "alarm" : check.kind);
    found.file = places.named_path(check.file);
    found.function = printable(check.function);
    found.message = printable(check.property.empty() ? check.kind : check.property);
    found.level = "warning";
    found.line = check.line;
    found.json = core::json_text(core::sarif_result({found.rule, found.level, found.message, found.file, kProjectBase,
                                                     found.line, found.function, "function", "", ""}));
    report.found.push_back(std::move(found));
  }
  for (const auto& [file, why] : readings.refused) add_refused(report, places.named_path(file), why);
  return report;
}

void add_refused(RunReport& report, const std::string& file, const std::string& why) {
  if (report.refused.insert(file).second) report.problems.push_back(file + ": " + why);
}

void append(RunReport& all, RunReport more) {
  if (all.driver.empty()) all.driver = std::move(more.driver);
  all.rules.merge(more.rules);
  for (SarifResult& found : more.found) all.found.push_back(std::move(found));
  for (std::string& problem : more.problems) all.problems.push_back(std::move(problem));
  all.refused.merge(more.refused);
}

}  // namespace assay::analyzer::splitting
