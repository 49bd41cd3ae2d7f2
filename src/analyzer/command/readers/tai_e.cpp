#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kRule = "--------------------";
constexpr std::uint64_t kMaxTaiELines = 100'000'000;

/// The method and the analysis of the lines after a heading.
struct TaiEHeading {
  std::string file;      ///< "app/Main.java"
  std::string function;  ///< "app.Main.main"
  std::string kind;      ///< "may-fail-cast"
};

/// "-------- <app.Main: void main(java.lang.String[])> (may-fail-cast) --------"
std::optional<TaiEHeading> tai_e_heading(std::string_view line) {
  const std::size_t start = line.find('<');
  const std::size_t colon = line.find(": ", start);
  const std::size_t arguments = line.find('(', colon);
  const std::size_t end = line.rfind("> (");
  const std::size_t close = line.rfind(") ");
  if (!line.starts_with(kRule) || !line.ends_with(kRule) || start == std::string_view::npos ||
      colon == std::string_view::npos || arguments == std::string_view::npos || end == std::string_view::npos ||
      close == std::string_view::npos || arguments > end || end + 3 > close)
    return std::nullopt;
  const std::string_view type = line.substr(start + 1, colon - start - 1);
  const std::string_view before = line.substr(colon, arguments - colon);
  TaiEHeading heading;
  heading.file = std::string(type.substr(0, type.find('$'))) + ".java";
  std::replace(heading.file.begin(), heading.file.end() - 5, '.', '/');
  heading.function = std::string(type) + "." + std::string(before.substr(before.rfind(' ') + 1));
  heading.kind = std::string(line.substr(end + 3, close - end - 3));
  return heading;
}

/// "[11@L13] r5 = (app.Dog) $r4; false": the statement, its line, and whether it may fail or has several targets.
Result<void> read_tai_e_row(std::string_view row, const TaiEHeading& heading, Readings& out) {
  const std::size_t at = row.find("@L");
  const std::size_t close = row.find("] ", at);
  const std::size_t end = row.rfind("; ");
  const std::string_view answer = end == std::string_view::npos ? "" : row.substr(end + 2);
  if (!row.starts_with('[') || close == std::string_view::npos || end == std::string_view::npos || end < close + 2 ||
      (answer != "true" && answer != "false"))
    return Error{"'" + printable(row) + "' is no statement with an answer", ""};
  // A statement that the compiler made may have no line: -1.
  const std::optional<std::uint64_t> line = parse_unsigned(row.substr(at + 2, close - at - 2));
  CheckKey check;
  check.file = heading.file;
  check.function = heading.function;
  check.line = line && *line <= kMaxTaiELines ? static_cast<unsigned>(*line) : 0;
  check.kind = heading.kind;
  check.property = with_single_spaces(row.substr(close + 2, end - close - 2));
  (answer == "true" ? out.alarms : out.proved).push_back(std::move(check));
  return {};
}

}  // namespace

/// Reads the file that `process-result` writes: for each reached method and each analysis a heading, then a line for
/// each statement that the analysis is about, then an empty line.
Result<Readings> read_tai_e(const RunOutput& printed) {
  if (!printed.results.ends_with("\n\n")) return Error{"no method is reached, or the results are cut off", ""};
  Readings readings;
  std::optional<TaiEHeading> heading;
  for (const std::string_view line : split(printed.results, '\n')) {
    if (trim(line).empty()) continue;
    if (line.starts_with(kRule)) {
      heading = tai_e_heading(line);
      if (!heading) return Error{"'" + printable(line) + "' names no method", ""};
      continue;
    }
    if (!heading) return Error{"a statement stands before the first method", ""};
    if (const Result<void> read = read_tai_e_row(line, *heading, readings); !read) return read.error();
  }
  return readings;
}

}  // namespace assay::analyzer
