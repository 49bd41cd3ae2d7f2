#include "cli/findings/history_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/report/report.hpp"

namespace assay::cli {
namespace {

using What = core::VersionAnswer::What;

constexpr std::size_t kLineColumns = 110;

/// An answer's word in the table.
std::string_view short_state(const core::VersionAnswer& answer) {
  const std::string_view state = answer.state();
  if (state == "not judged") return "?";
  if (state == "not comparable") return "n/c";
  return state == "not available" ? "-" : state;
}

std::string shown(const core::VersionAnswer& answer, std::size_t columns, const Style& style) {
  const std::string text = fmt::format("{:<{}}", short_state(answer), columns);
  switch (answer.what) {
    case What::Right: return style.green(text);
    case What::Wrong: return style.red(text);
    case What::CannotSay: break;
  }
  return style.yellow(text);
}

std::size_t columns_for(const std::string& version) { return std::max<std::size_t>(version.size(), 5) + 2; }

/// The end of the block of releases that begins at `first` and fits a line beside the causes' names.
std::size_t end_of_block(const core::TargetHistory& target, std::size_t first, std::size_t name_columns) {
  std::size_t end = first, columns = name_columns;
  while (end < target.versions.size() && (end == first || columns <= kLineColumns))
    columns += columns_for(target.versions[end++]);
  return end > first + 1 && columns > kLineColumns ? end - 1 : end;
}

void print_block(const core::TargetHistory& target, std::size_t first, std::size_t end, std::size_t name_columns) {
  const Style style = Style::of(stdout);
  const std::vector<core::AliveCauses> alive = core::alive_causes(target);
  std::string heading = fmt::format("{:<{}}", target.target, name_columns);
  std::string counts = fmt::format("{:<{}}", "wrong causes", name_columns);
  for (std::size_t i = first; i < end; ++i) {
    heading += fmt::format("{:<{}}", target.versions[i], columns_for(target.versions[i]));
    counts += fmt::format("{:<{}}", alive[i].wrong, columns_for(target.versions[i]));
  }
  print_out("{}\n", style.bold(heading));
  for (const core::CauseHistory& cause : target.causes) {
    std::string line = fmt::format("{:<{}}", printable(cause.findings.front()->id), name_columns);
    for (std::size_t i = first; i < end; ++i)
      line += shown(cause.history.answers[i], columns_for(target.versions[i]), style);
    print_out("{}\n", line);
  }
  print_out("{}\n\n", counts);
}

/// A line for each reason that the table has no word for: "4.8.7 (and 17 more) not judged: 0 of 1 runs; ...".
std::string open_reasons(const core::CauseHistory& cause) {
  std::vector<std::pair<std::string, std::vector<std::string>>> versions;  // by reason
  for (const core::VersionAnswer& answer : cause.history.answers) {
    if (answer.what != What::CannotSay || short_state(answer) == answer.state()) continue;
    const std::string reason = fmt::format("{}: {}", answer.state(), one_line(answer.note, 100));
    auto same = std::find_if(versions.begin(), versions.end(), [&](const auto& one) { return one.first == reason; });
    if (same == versions.end()) same = versions.insert(same, {reason, {}});
    same->second.push_back(answer.version);
  }
  std::string out;
  for (const auto& [reason, all] : versions)
    out += fmt::format("    {}{} {}\n", all.front(),
                       all.size() > 1 ? fmt::format(" (and {} more)", all.size() - 1) : "", reason);
  return out;
}

nlohmann::ordered_json or_null(const std::string& version) {
  return version.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(version);
}

}  // namespace

void print_history_table(const core::TargetHistory& target) {
  std::size_t name_columns = std::max<std::size_t>(target.target.size(), 12);
  for (const core::CauseHistory& cause : target.causes)
    name_columns = std::max(name_columns, printable(cause.findings.front()->id).size());
  name_columns += 2;
  for (std::size_t first = 0; first < target.versions.size();) {
    const std::size_t end = end_of_block(target, first, name_columns);
    print_block(target, first, end, name_columns);
    first = end;
  }
  for (const core::CauseHistory& cause : target.causes) {
    const core::Finding& finding = *cause.findings.front();
    print_out("{}  {}{}\n    {}\n{}", printable(finding.id), core::name(finding.kind),
              cause.findings.size() > 1 ? fmt::format("  {} findings", cause.findings.size()) : "",
              core::since_text(cause.history), open_reasons(cause));
  }
}

void print_history_json(const core::TargetHistory& target) {
  for (const core::CauseHistory& cause : target.causes) {
    const core::Finding& first = *cause.findings.front();
    const core::FailureSpan span = core::failure_span(cause.history);
    const auto version = [&](std::optional<std::size_t> at) {
      return or_null(at ? cause.history.answers[*at].version : std::string());
    };
    auto ids = nlohmann::ordered_json::array();
    for (const core::Finding* finding : cause.findings) ids.push_back(printable(finding->id));
    auto versions = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < cause.history.answers.size(); ++i) {
      const core::VersionAnswer& answer = cause.history.answers[i];
      versions.push_back(
          {{"version", answer.version},
           {"answer", core::name(answer.what)},
           {"state", answer.state()},
           {"note", printable(answer.note)},
           {"command", printable(core::replay_command(*cause.shown[i], target.target, answer.version))}});
    }
    const nlohmann::ordered_json line = {{"format", core::kJsonFormat},
                                         {"finding", printable(first.id)},
                                         {"findings", ids},
                                         {"kind", core::name(first.kind)},
                                         {"signature", printable(first.signature)},
                                         {"target", target.target},
                                         {"first-bad", version(span.first_bad)},
                                         {"fixed-in", version(span.gone_in)},
                                         {"in-words", core::since_text(cause.history)},
                                         {"versions", versions}};
    print_out("{}\n", line.dump());
  }
}

}  // namespace assay::cli
