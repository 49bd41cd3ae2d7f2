#include "core/sarif/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::core {
namespace {

/// JSON that is nested deeper is refused: writing it again would need a deep stack.
constexpr std::size_t kMaxNesting = 500;

std::size_t nesting_of(std::string_view text) {
  std::size_t depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c == '\\') ++at;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

Result<SarifJson> parse_json(std::string_view text) {
  if (trim(text).empty()) return Error{"it is empty", ""};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return Error{"it is UTF-16", "convert it to UTF-8"};
  if (nesting_of(text) > kMaxNesting) return Error{"it is nested deeper than 500 levels", ""};
  try {
    return SarifJson::parse(text);
  } catch (const SarifJson::parse_error& error) {
    if (error.byte > text.size()) return Error{"it is cut off: it ends within a value", ""};
    const std::string_view before = text.substr(0, error.byte == 0 ? 0 : error.byte - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    return Error{"it is no JSON: line " + std::to_string(line) + " cannot be read", ""};
  } catch (const SarifJson::exception&) {
    return Error{"it is no JSON: a number is out of range", ""};
  }
}

Status check_results(const SarifJson& run) {
  if (!run.is_object()) return Error{"a run is no object", ""};
  if (run.contains("externalPropertyFileReferences") && !run.contains("results"))
    return Error{"its results are in other files (externalPropertyFileReferences)", "put the results into the report"};
  const auto results = run.find("results");
  if (results == run.end() || results->is_null()) return Error{"a run has no results: its analysis did not end", ""};
  if (!results->is_array()) return Error{"the results of a run are no array", ""};
  for (const SarifJson& result : *results)
    if (!result.is_object()) return Error{"a result is no object", ""};
  return {};
}

bool has_failed(const SarifJson& run) {
  const auto invocations = run.find("invocations");
  if (invocations == run.end() || !invocations->is_array()) return false;
  return std::any_of(invocations->begin(), invocations->end(), [](const SarifJson& one) {
    const SarifJson* const success = sarif_at(one, {"executionSuccessful"});
    return success != nullptr && *success == false;
  });
}

}  // namespace

Result<SarifJson> parse_sarif(std::string_view text) {
  Result<SarifJson> log = parse_json(text);
  if (!log) return log;
  const std::string version = sarif_text(*log, {"version"});
  if (!version.empty() && !version.starts_with("2.1."))
    return Error{"it is SARIF " + shortened(printable(version), 20) + ", not 2.1.0", "convert it to 2.1.0"};
  const SarifJson* const runs = log->is_object() ? sarif_at(*log, {"runs"}) : nullptr;
  if (runs == nullptr || !runs->is_array()) return Error{"it is no SARIF: it has no array 'runs'", ""};
  if (runs->empty()) return Error{"it has no runs", ""};
  for (const SarifJson& run : *runs)
    if (const Status checked = check_results(run); !checked) return checked.error();
  return log;
}

Result<SarifReport> read_sarif_report(const std::string& path) {
  SarifReport report;
  report.name = path == "-" ? "standard input" : path;
  const Result<std::string> text = read_input(path);
  if (!text) return text.error();
  Result<SarifJson> log = parse_sarif(*text);
  if (!log) return Error{"'" + report.name + "' cannot be read: " + log.error().message, log.error().advice};
  report.log = std::make_shared<SarifJson>(std::move(*log));
  for (const SarifJson& run : (*report.log)["runs"])
    if (has_failed(run))
      report.notes.push_back("'" + report.name + "': a run of " + sarif_text(run, {"tool", "driver", "name"}) +
                             " was not successful: results may be missing");
  return report;
}

}  // namespace assay::core
