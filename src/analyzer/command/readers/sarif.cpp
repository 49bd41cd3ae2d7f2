#include "core/sarif/sarif.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/sarif/uri.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

Result<void> read_result(const core::SarifJson& run, const core::SarifJson& result, std::string_view folder,
                         Readings& out) {
  if (core::sarif_says_nothing(result)) return {};
  CheckKey check;
  Result<std::string> rule = core::sarif_rule(run, result);
  if (!rule) return rule.error();
  check.kind = std::move(*rule);
  check.file = path_from(folder, core::path_of_uri(core::sarif_text(
                                     result, {"locations", "physicalLocation", "artifactLocation", "uri"})));
  check.line = core::sarif_number(result, {"locations", "physicalLocation", "region", "startLine"});
  check.function = core::sarif_function(result);
  check.property = with_single_spaces(core::sarif_text(result, {"message", "text"}));
  if (check.property.empty()) check.property = core::sarif_text(result, {"message", "id"});
  (core::sarif_text(result, {"kind"}) == "pass" ? out.proved : out.alarms).push_back(std::move(check));
  return {};
}

}  // namespace

/// A result of the kind "pass" is a proved check; all others that say something are alarms.
Result<Readings> read_sarif(const RunOutput& printed) {
  const Result<core::SarifJson> runs = core::sarif_runs(printed.results);
  if (!runs) return runs.error();
  Readings readings;
  for (const core::SarifJson& run : *runs)
    for (const core::SarifJson& result : run["results"])
      if (const Result<void> read = read_result(run, result, printed.folder, readings); !read) return read.error();
  return readings;
}

}  // namespace assay::analyzer
