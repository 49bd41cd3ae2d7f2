#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "reader.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kHeader = "directory\tfile\tline\tfunction\tproperty kind\tstatus\tproperty";
constexpr std::string_view kShare = "FRAMAC_SHARE";
constexpr std::string_view kAtCall = "precondition of ";

/// The meaning of Frama-C's statuses for a check. A check that is valid under an unknown condition is not proved yet; a
/// check that is "considered valid" is assumed.
enum class EvaStatus { Alarm, Proved, Dead, Nothing };
constexpr std::array<std::pair<std::string_view, EvaStatus>, 10> kEvaStatuses = {{
    {"Unknown", EvaStatus::Alarm},
    {"Invalid", EvaStatus::Alarm},
    {"Invalid or unreachable", EvaStatus::Alarm},
    {"Partially proven", EvaStatus::Alarm},
    {"Inconsistent", EvaStatus::Alarm},
    {"Valid", EvaStatus::Proved},
    {"Dead", EvaStatus::Dead},
    {"Unreachable", EvaStatus::Dead},
    {"Considered valid", EvaStatus::Nothing},
    {"Untried", EvaStatus::Nothing},
}};

std::optional<EvaStatus> meaning_of(std::string_view status) {
  for (const auto& [name, meaning] : kEvaStatuses)
    if (name == status) return meaning;
  return std::nullopt;
}

/// Whether the row is about a called function's specification, or about the specification of a C library function in
/// Frama-C's own headers. Each call has a check of its own, "precondition of f".
bool is_about_a_call_elsewhere(std::string_view directory, std::string_view file, std::string_view kind) {
  return (directory.starts_with(kShare) && file.ends_with(".h")) || kind == "precondition";
}

std::string path_of(std::string_view folder, std::string_view directory, std::string_view file) {
  if (directory.empty() || directory == ".") return std::string(file);
  return path_from(folder, std::string(directory) + "/" + std::string(file));
}

Error cut_off(std::size_t line, const std::string& what) {
  return Error{"line " + std::to_string(line) + " of the report " + what, ""};
}

Result<void> read_row(std::string_view row, std::size_t number, std::string_view folder, Readings& out) {
  constexpr std::size_t kColumns = 7;
  const std::vector<std::string_view> columns = split(row, '\t');
  if (columns.size() != kColumns) return cut_off(number, "has not seven columns");
  const std::optional<std::uint64_t> line = parse_unsigned(columns[2]);
  if (!line) return cut_off(number, "has no line number");
  const std::optional<EvaStatus> meaning = meaning_of(columns[5]);
  if (!meaning) return cut_off(number, "has the status '" + printable(columns[5]) + "', which is not known");
  if (is_about_a_call_elsewhere(columns[0], columns[1], columns[4])) return {};
  CheckKey check;
  check.file = path_of(folder, columns[0], columns[1]);
  check.function = columns[3];
  check.line = static_cast<unsigned>(*line);
  check.kind = columns[4];
  check.property = with_single_spaces(columns[6]);
  if (columns[4].starts_with(kAtCall)) {
    check.kind = "precondition";
    check.property = std::string(columns[4].substr(kAtCall.size())) + ": " + check.property;
  }
  std::vector<CheckKey>* const list = *meaning == EvaStatus::Alarm    ? &out.alarms
                                      : *meaning == EvaStatus::Proved ? &out.proved
                                      : *meaning == EvaStatus::Dead   ? &out.dead
                                                                      : nullptr;
  if (list != nullptr) list->push_back(std::move(check));
  return {};
}

/// The functions in "  Unreached functions (2) =" and the following lines "    <file>: f; g;".
std::vector<std::string> unreached(std::string_view out) {
  std::vector<std::string> names;
  bool inside = false;
  for (const std::string_view line : split(out, '\n')) {
    const std::string_view text = trim(line);
    if (text.starts_with("Unreached functions (")) {
      inside = true;
      continue;
    }
    if (!inside) continue;
    if (text.empty() || text.starts_with("[")) break;
    const std::size_t file_end = text.find(">:");
    const bool names_file = text.starts_with("<") && file_end != std::string_view::npos;
    for (const std::string_view part : split(names_file ? text.substr(file_end + 2) : text, ';'))
      if (const std::string_view name = trim(part); !name.empty()) names.emplace_back(name);
  }
  return names;
}

}  // namespace

/// The report has a row for each property that a plug-in tried to prove: "property kind" is the alarm's kind, "status"
/// the joint result of Eva and other plug-ins. Eva writes it at its end, so a killed run has no report.
Result<Readings> read_eva_csv(const RunOutput& printed) {
  if (printed.results.empty() || printed.results.back() != '\n') return Error{"the report is cut off", ""};
  const std::vector<std::string_view> lines = split(printed.results.substr(0, printed.results.size() - 1), '\n');
  if (lines.empty() || lines.front() != kHeader) return Error{"the report has not the columns of Frama-C's", ""};
  Readings readings;
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (const Result<void> read = read_row(lines[i], i + 1, printed.folder, readings); !read) return read.error();
  readings.dead_functions = unreached(printed.out);
  return readings;
}

}  // namespace assay::analyzer
