#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "assay/base/text.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

using PysaJson = nlohmann::json;

std::string pysa_text(const PysaJson& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

/// An array of errors: {"line", "path", "code", "name", "description", "define"}.
Result<Readings> read_pysa_json(const RunOutput& printed) {
  const PysaJson errors = PysaJson::parse(printed.results, nullptr, false);
  if (!errors.is_array()) return Error{"there is no array of errors, or it is cut off", ""};
  Readings readings;
  for (const PysaJson& error : errors) {
    if (!error.is_object()) return Error{"an error is no object", ""};
    const auto code = error.find("code");
    const auto line = error.find("line");
    if (code == error.end() || !code->is_number_integer()) return Error{"an error has no code", ""};
    CheckKey check;
    check.kind = std::to_string(code->get<std::int64_t>());
    check.file = path_from(printed.folder, pysa_text(error, "path"));
    if (line != error.end() && line->is_number_unsigned()) check.line = line->get<unsigned>();
    check.function = pysa_text(error, "define");
    check.property = with_single_spaces(pysa_text(error, "description"));
    readings.alarms.push_back(std::move(check));
  }
  return readings;
}

}  // namespace assay::analyzer
