#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "core/io/json_fields.hpp"
#include "reader.hpp"

namespace assay::analyzer {
/// An array of errors: {"line", "path", "code", "name", "description", "define"}.
Result<Readings> read_pysa_json(const RunOutput& printed) {
  const nlohmann::json errors = nlohmann::json::parse(printed.results, nullptr, false);
  if (!errors.is_array()) return Error{"there is no array of errors, or it is cut off", ""};
  Readings readings;
  for (const nlohmann::json& error : errors) {
    if (!error.is_object()) return Error{"an error is no object", ""};
    const auto code = error.find("code");
    if (code == error.end() || !code->is_number_integer()) return Error{"an error has no code", ""};
    CheckKey check;
    check.kind = std::to_string(code->get<std::int64_t>());
    check.file = path_from(printed.folder, core::json_at<std::string>(error, "path"));
    check.line = core::json_at<unsigned>(error, "line");
    check.function = core::json_at<std::string>(error, "define");
    check.property = with_single_spaces(core::json_at<std::string>(error, "description"));
    readings.alarms.push_back(std::move(check));
  }
  return readings;
}

}  // namespace assay::analyzer
