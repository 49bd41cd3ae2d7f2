#include <string>
#include <utility>

#include "base/text.hpp"
#include "core/target/patterns.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

constexpr std::uint64_t kMaxLines = 100'000'000;

Result<void> read_line(const std::vector<std::pair<std::string, std::string>>& groups, std::string_view folder,
                       Readings& out) {
  CheckKey check;
  std::vector<CheckKey>* kind = &out.alarms;
  for (const auto& [name, value] : groups) {
    if (name == "file") check.file = path_from(folder, value);
    if (name == "function") check.function = value;
    if (name == "kind") check.kind = value;
    if (name == "property") check.property = with_single_spaces(value);
    if (name == "proved") kind = &out.proved;
    if (name == "dead") kind = &out.dead;
    if (name != "line") continue;
    const std::optional<std::uint64_t> line = parse_unsigned(value);
    if (!line || *line > kMaxLines) return Error{"'" + printable(value) + "' is no line number", ""};
    check.line = static_cast<unsigned>(*line);
  }
  kind->push_back(std::move(check));
  return {};
}

Result<void> read_text(const core::GroupPattern& pattern, std::string_view text, std::string_view folder,
                       Readings& out) {
  if (!text.empty() && text.back() != '\n') return Error{"the last line is cut off", ""};
  for (const std::string_view line : split(text, '\n')) {
    const auto groups = pattern.match(line);
    if (!groups) continue;
    if (const Result<void> read = read_line(*groups, folder, out); !read) return read;
  }
  return {};
}

}  // namespace

/// Reads lines of the results file, or of standard output and error. Groups of the pattern: file, line, function, kind,
/// property. If `proved` or `dead` matches, the check is proved or dead. Tuning::finished tells whether the lines are
/// complete.
Result<Readings> read_lines(const RunOutput& printed) {
  const core::GroupPattern pattern{std::string(printed.pattern)};
  Readings readings;
  if (const Result<void> read = read_text(pattern, printed.results, printed.folder, readings); !read)
    return read.error();
  if (printed.has_file) return readings;
  if (const Result<void> read = read_text(pattern, printed.err, printed.folder, readings); !read) return read.error();
  return readings;
}

}  // namespace assay::analyzer
