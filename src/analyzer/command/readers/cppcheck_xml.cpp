#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

/// Messages after which Cppcheck abandons the source file, and goes on with the next file.
constexpr std::array<std::string_view, 6> kRefusals = {"syntaxError",   "internalAstError",           "internalError",
                                                       "cppcheckError", "preprocessorErrorDirective", "unknownMacro"};

bool is_refusal(std::string_view kind) {
  return std::find(kRefusals.begin(), kRefusals.end(), kind) != kRefusals.end();
}

/// The source file that an error belongs to. The error's own location may be in a header.
std::string source_of(const pugi::xml_node& error) {
  const std::string source = error.attribute("file0").value();
  return source.empty() ? error.child("location").attribute("file").value() : source;
}

}  // namespace

/// The first location of an error is its place; further locations are the path to it.
Result<Readings> read_cppcheck_xml(const RunOutput& printed) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(printed.results.data(), printed.results.size());
  const pugi::xml_node errors = document.child("results").child("errors");
  if (!parsed || !errors) return Error{"the results are no XML of Cppcheck's, or are cut off", ""};
  Readings readings;
  for (const pugi::xml_node error : errors.children("error")) {
    CheckKey check;
    check.kind = error.attribute("id").value();
    if (check.kind.empty()) return Error{"an error has no id", ""};
    const std::string message = with_single_spaces(error.attribute("msg").value());
    if (is_refusal(check.kind)) {
      const std::string why = "it refuses the code: " + printable(message);
      const std::string source = source_of(error);
      if (source.empty()) return Error{why, ""};
      readings.refused.emplace_back(path_from(printed.folder, source), why);
      continue;
    }
    const std::string_view severity = error.attribute("severity").value();
    if (severity == "information" || severity == "debug") continue;
    const pugi::xml_node location = error.child("location");
    check.file = location ? path_from(printed.folder, location.attribute("file").value()) : std::string();
    check.line = location.attribute("line").as_uint();
    check.property = message;
    readings.alarms.push_back(std::move(check));
  }
  return readings;
}

}  // namespace assay::analyzer
