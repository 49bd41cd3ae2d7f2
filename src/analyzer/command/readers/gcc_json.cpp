#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "core/io/json_fields.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

using GccJson = nlohmann::json;

/// The function of the last event on the path to the place: the place's own. Diagnostics name none by themselves.
std::string gcc_function(const GccJson& diagnostic) {
  const auto path = diagnostic.find("path");
  if (path == diagnostic.end() || !path->is_array() || path->empty() || !path->back().is_object()) return {};
  return core::json_at<std::string>(path->back(), "function");
}

Result<void> read_diagnostic(const GccJson& diagnostic, std::string_view folder, Readings& out) {
  if (!diagnostic.is_object()) return Error{"a diagnostic is no object", ""};
  const std::string kind = core::json_at<std::string>(diagnostic, "kind");
  if (kind != "warning" && kind != "note")
    return Error{kind + ": " + printable(core::json_at<std::string>(diagnostic, "message")),
                 "the code does not compile"};
  CheckKey check;
  check.kind = core::json_at<std::string>(diagnostic, "option");
  if (kind != "warning" || check.kind.empty()) return {};
  const auto locations = diagnostic.find("locations");
  if (locations == diagnostic.end() || !locations->is_array()) return Error{"a diagnostic has no locations", ""};
  if (!locations->empty()) {
    const GccJson caret =
        locations->front().is_object() ? locations->front().value("caret", GccJson::object()) : GccJson();
    if (!caret.is_object()) return Error{"a location of a diagnostic is none", ""};
    check.file = path_from(folder, core::json_at<std::string>(caret, "file"));
    check.line = core::json_at<unsigned>(caret, "line");
  }
  check.function = gcc_function(diagnostic);
  check.property = with_single_spaces(core::json_at<std::string>(diagnostic, "message"));
  out.alarms.push_back(std::move(check));
  return {};
}

/// The array at the beginning of the text, with its closing bracket; the whole text if that bracket is missing.
std::string_view array_at_front(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[') {
      ++depth;
    } else if (c == ']' && --depth == 0) {
      return text.substr(0, i + 1);
    }
  }
  return text;
}

std::string_view behind_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
}

}  // namespace

/// GCC prints an array of diagnostics for each compiled file, from the beginning of a line: on one line until GCC 13,
/// on several lines since. Other lines come from the driver.
Result<Readings> read_gcc_json(const RunOutput& printed) {
  Readings readings;
  bool any = false;
  std::string_view rest = printed.err;
  for (; !rest.empty(); rest = behind_line(rest)) {
    if (!rest.starts_with("[")) continue;
    const std::string_view array = array_at_front(rest);
    rest.remove_prefix(array.size());
    const GccJson all = GccJson::parse(array, nullptr, false);
    if (!all.is_array()) return Error{"a list of diagnostics is cut off", ""};
    any = true;
    for (const GccJson& diagnostic : all)
      if (const Result<void> read = read_diagnostic(diagnostic, printed.folder, readings); !read) return read.error();
  }
  if (!any) return Error{"there is no list of diagnostics", ""};
  return readings;
}

}  // namespace assay::analyzer
