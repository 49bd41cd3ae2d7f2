#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/command/uri.hpp"
#include "analyzer/split/report/split_report.hpp"
#include "assay/base/text.hpp"

namespace assay::analyzer::splitting {
namespace {

using ReportJson = nlohmann::ordered_json;

std::string string_at(const ReportJson& object, const char* key) {
  if (!object.is_object()) return {};
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

/// The element of an array at a key; null if it does not exist.
const ReportJson* element(const ReportJson& object, const char* key, std::size_t number) {
  if (!object.is_object()) return nullptr;
  const auto at = object.find(key);
  return at != object.end() && at->is_array() && number < at->size() ? &(*at)[number] : nullptr;
}

const ReportJson* member(const ReportJson* object, const char* key) {
  if (object == nullptr || !object->is_object()) return nullptr;
  const auto at = object->find(key);
  return at == object->end() ? nullptr : &*at;
}

/// Makes the places in a run's results relative to the project's folder.
class Places {
 public:
  Places(const ReportJson& run, const ProjectFolders& seen) : run_(run), seen_(seen) {}

  /// A path relative to the project's folder, or an absolute path.
  [[nodiscard]] std::string path(const ReportJson& location) const {
    std::string uri = string_at(location, "uri");
    std::string base = string_at(location, "uriBaseId");
    if (uri.empty() && location.is_object() && location.contains("index") && location["index"].is_number_unsigned())
      if (const ReportJson* artifact = element(run_, "artifacts", location["index"].get<std::size_t>())) {
        const ReportJson* const named = member(artifact, "location");
        if (named != nullptr) {
          uri = string_at(*named, "uri");
          base = string_at(*named, "uriBaseId");
        }
      }
    const std::string path = path_of_uri(uri);
    return path.empty() || path.front() == '/' ? named(path) : named(with_base(path, base));
  }

  /// Rewrites all places in a result, without recursion.
  void rewrite(ReportJson& result) const {
    std::vector<ReportJson*> open = {&result};
    while (!open.empty()) {
      ReportJson& here = *open.back();
      open.pop_back();
      if (here.is_object() && here.contains("artifactLocation")) place(here["artifactLocation"]);
      if (!here.is_structured()) continue;
      for (auto& child : here) open.push_back(&child);
    }
  }

  [[nodiscard]] static ReportJson location(const std::string& path) {
    if (path.starts_with('/')) return {{"uri", "file://" + uri_of(path)}};
    return {{"uri", uri_of(path)}, {"uriBaseId", "SRCROOT"}};
  }

 private:
  void place(ReportJson& there) const {
    const std::string name = path(there);
    if (!name.empty()) there = location(name);
  }

  [[nodiscard]] std::string with_base(const std::string& path, const std::string& base) const {
    const ReportJson* const bases = member(&run_, "originalUriBaseIds");
    const ReportJson* const row = base.empty() ? nullptr : member(bases, base.c_str());
    std::string start = row == nullptr ? std::string() : path_of_uri(string_at(*row, "uri"));
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

  const ReportJson& run_;
  const ProjectFolders& seen_;
};

std::string rule_id(const ReportJson& run, const ReportJson& result) {
  if (std::string id = string_at(result, "ruleId"); !id.empty()) return id;
  const ReportJson* const rule = member(&result, "rule");
  if (rule != nullptr)
    if (std::string id = string_at(*rule, "id"); !id.empty()) return id;
  const ReportJson* index = member(&result, "ruleIndex");
  if (index == nullptr) index = member(rule, "index");
  const ReportJson* const driver = member(member(&run, "tool"), "driver");
  if (index == nullptr || !index->is_number_unsigned() || driver == nullptr) return {};
  const ReportJson* const row = element(*driver, "rules", index->get<std::size_t>());
  return row == nullptr ? std::string() : string_at(*row, "id");
}

unsigned number_at(const ReportJson* object, const char* key) {
  const ReportJson* const value = member(object, key);
  return value != nullptr && value->is_number_unsigned() ? value->get<unsigned>() : 0;
}

/// False for kinds that are no alarm (SARIF 2.1.0, 3.27.9), and for results that are absent or suppressed.
bool counts(const ReportJson& result) {
  const std::string kind = string_at(result, "kind");
  if (kind == "notApplicable" || kind == "informational" || kind == "pass") return false;
  if (string_at(result, "baselineState") == "absent") return false;
  const ReportJson* const suppressions = member(&result, "suppressions");
  return suppressions == nullptr || !suppressions->is_array() || suppressions->empty();
}

Result<void> read_one(const ReportJson& run, ReportJson result, const Places& places, RunReport& report) {
  if (!result.is_object()) return Error{"a result is no object", ""};
  if (!counts(result)) return {};
  SarifResult found;
  found.rule = rule_id(run, result);
  if (found.rule.empty()) return Error{"a result has no rule", ""};
  if (const ReportJson* const first = element(result, "locations", 0))
    if (const ReportJson* const artifact = member(member(first, "physicalLocation"), "artifactLocation"))
      found.file = places.path(*artifact);
  places.rewrite(result);
  const ReportJson* const location = element(result, "locations", 0);
  const ReportJson* const physical = member(location, "physicalLocation");
  const ReportJson* const region = member(physical, "region");
  found.line = number_at(region, "startLine");
  found.column = number_at(region, "startColumn");
  if (const ReportJson* const logical = location == nullptr ? nullptr : element(*location, "logicalLocations", 0))
    for (const char* const key : {"fullyQualifiedName", "name"})
      if (found.function.empty()) found.function = string_at(*logical, key);
  const ReportJson* const message = member(&result, "message");
  if (message != nullptr) found.message = with_single_spaces(string_at(*message, "text"));
  found.level = string_at(result, "level");
  result.erase("ruleIndex");
  result.erase("rule");
  result["ruleId"] = found.rule;
  found.json = result.dump(-1, ' ', false, ReportJson::error_handler_t::replace);
  report.found.push_back(std::move(found));
  return {};
}

void read_driver(const ReportJson& run, RunReport& report) {
  const ReportJson* const driver = member(member(&run, "tool"), "driver");
  if (driver == nullptr || !driver->is_object()) return;
  if (const ReportJson* const rules = member(driver, "rules"); rules != nullptr && rules->is_array())
    for (const ReportJson& rule : *rules)
      if (std::string id = string_at(rule, "id"); !id.empty())
        report.rules.emplace(std::move(id), rule.dump(-1, ' ', false, ReportJson::error_handler_t::replace));
  ReportJson kept = *driver;
  kept.erase("rules");
  if (report.driver.empty()) report.driver = kept.dump(-1, ' ', false, ReportJson::error_handler_t::replace);
}

bool says_no_success(const ReportJson& run) {
  const ReportJson* const invocation = element(run, "invocations", 0);
  const ReportJson* const success = member(invocation, "executionSuccessful");
  return success != nullptr && success->is_boolean() && !success->get<bool>();
}

}  // namespace

Result<RunReport> report_of_sarif(std::string_view text, const ProjectFolders& seen) {
  const ReportJson document = ReportJson::parse(text, nullptr, false);
  if (document.is_discarded()) return Error{"the results are no JSON, or are cut off", ""};
  const ReportJson* const runs = member(&document, "runs");
  if (runs == nullptr || !runs->is_array() || runs->empty())
    return Error{"the results are no SARIF: they have no runs", ""};
  RunReport report;
  for (const ReportJson& run : *runs) {
    const ReportJson* const results = member(&run, "results");
    if (results == nullptr || !results->is_array()) return Error{"a run has no results", ""};
    if (says_no_success(run)) return Error{"it says that it was not successful", ""};
    read_driver(run, report);
    const Places places(run, seen);
    for (const ReportJson& result : *results)
      if (const Result<void> read = read_one(run, result, places, report); !read) return read.error();
  }
  return report;
}

RunReport report_of_readings(const Readings& readings, const ProjectFolders& seen) {
  RunReport report;
  const ReportJson no_run = ReportJson::object();
  const Places places(no_run, seen);
  for (const CheckKey& check : readings.alarms) {
    SarifResult found;
    found.rule = printable(check.kind.empty() ? "alarm" : check.kind);
    found.file = places.path({{"uri", uri_of(check.file)}});
    found.function = printable(check.function);
    found.message = printable(check.property.empty() ? check.kind : check.property);
    found.level = "warning";
    found.line = check.line;
    ReportJson physical = {{"artifactLocation", Places::location(found.file)}};
    if (found.line > 0) physical["region"] = {{"startLine", found.line}};
    ReportJson location = {{"physicalLocation", std::move(physical)}};
    if (found.file.empty()) location = ReportJson::object();
    if (!found.function.empty())
      location["logicalLocations"] = ReportJson::array({{{"name", found.function}, {"kind", "function"}}});
    const ReportJson result = {{"ruleId", found.rule},
                               {"level", found.level},
                               {"message", {{"text", found.message}}},
                               {"locations", ReportJson::array({std::move(location)})}};
    found.json = result.dump(-1, ' ', false, ReportJson::error_handler_t::replace);
    report.found.push_back(std::move(found));
  }
  for (const auto& [file, why] : readings.refused) add_refused(report, places.path({{"uri", uri_of(file)}}), why);
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
