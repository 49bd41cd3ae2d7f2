#include "core/report/findings_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/case/severity.hpp"
#include "core/report/finding_section.hpp"
#include "core/report/page.hpp"
#include "core/report/totals.hpp"

namespace assay::core {
namespace {

using Holds = PageTable::Holds;

constexpr std::size_t kReasonBytes = 300;       ///< in a finding's summary line
constexpr std::size_t kTableReasonBytes = 120;  ///< in the table
constexpr std::size_t kOpenFindings = 20;       ///< shown if there are more than twice as many; the rest is folded

/// "known" or "new"; empty without a baseline.
std::string known_or_new(const Finding& finding, const ReportView& view) {
  if (view.baseline == nullptr) return "";
  return view.baseline->covers(finding) ? "known" : "new";
}

std::string sizes(const Finding& finding) {
  if (!finding.reduced) return fmt::format("{} bytes", grouped(finding.original_bytes()));
  return fmt::format("{} → {} bytes", grouped(finding.original_bytes()), grouped(finding.smallest_bytes()));
}

/// The attributes that the filters of tools.js read.
std::string filter_data(const Finding& finding, const ReportView& view) {
  const std::pair<const char*, std::string> answers[] = {{"severity", std::string(name(severity(finding.kind)))},
                                                         {"kind", std::string(name(finding.kind))},
                                                         {"target", finding.target},
                                                         {"state", std::string(name(finding.triage.state))},
                                                         {"known", known_or_new(finding, view)}};
  std::string out;
  for (const auto& [key, value] : answers)
    if (!value.empty()) out += fmt::format(" data-{}=\"{}\"", key, escape_markup(value));
  return out;
}

std::string finding_table(const std::vector<const Finding*>& findings, const CampaignRecord& record,
                          const ReportView& view) {
  PageTable table{"All findings",
                  {{"Finding"},
                   {"Severity", Holds::Word},
                   {"Kind", Holds::Word},
                   {with_capital(record.identity.description.target)},
                   {"State", Holds::Word},
                   {"Bytes", Holds::Number},
                   {"Again", Holds::Number},
                   {"First seen", Holds::Number},
                   {"Cause as seen", Holds::Text}},
                  {}};
  table.open = true;
  if (view.baseline != nullptr) table.columns.push_back({"Baseline", Holds::Word});
  for (const Finding* finding : findings) {
    const Severity grave = severity(finding->kind);
    table.rows.push_back({{finding->id, false, "#finding-" + percent_encoded(finding->id)},
                          {std::string(name(grave)), false, "", std::to_string(static_cast<int>(grave))},
                          {std::string(name(finding->kind))},
                          {finding->target},
                          {std::string(name(finding->triage.state))},
                          {grouped(finding->smallest_bytes())},
                          {grouped(finding->duplicates + finding->alike)},
                          {readable_seconds(finding->first_seen_seconds)},
                          {shortened(finding->reason, kTableReasonBytes)}});
    if (view.baseline != nullptr) table.rows.back().push_back({known_or_new(*finding, view)});
  }
  return folding_table(table);
}

}  // namespace

std::string finding_entry(const Finding& finding, const ModuleDescription& words, const ReportView& view, bool open,
                          const std::string& inside) {
  std::string marks;
  if (finding.triage.state != TriageState::New) marks += " " + state_mark(finding.triage);
  if (known_or_new(finding, view) == "known") marks += " <span class=\"state\">known</span>";
  const std::string address = view.address.empty() ? "" : view.address + "f/" + percent_encoded(finding.id);
  return fmt::format(
      "<details class=\"finding\" id=\"finding-{}\"{}{}><summary><span class=\"kind {}\">{}</span>{}{}\n"
      "<span class=\"about\">{} · {} · {}</span></summary>\n{}{}</details>\n",
      escape_markup(finding.id), filter_data(finding, view), open ? " open" : "", name(severity(finding.kind)),
      escape_markup(name(finding.kind)), escape_markup(title(finding)), marks, escape_markup(finding.id),
      escape_markup(shortened(finding.reason, kReasonBytes)), escape_markup(sizes(finding)),
      finding_body(finding, words, address), inside);
}

std::string kind_counts(const CampaignRecord& record) {
  std::map<std::pair<Severity, BugKind>, std::size_t> counts;
  for (const Finding& finding : record.findings) ++counts[{severity(finding.kind), finding.kind}];
  std::string out;
  for (const auto& [key, count] : counts) {
    out += fmt::format("<li><span class=\"kind {}\">{}</span>{}</li>\n", name(key.first),
                       escape_markup(name(key.second)), grouped(count));
  }
  return out.empty() ? out : "<ul class=\"kinds\">\n" + out + "</ul>\n";
}

// The gravest severity and kind first, and within a kind in the order of their discovery. If there are many findings,
// the later ones are folded.
std::string findings_section(const CampaignRecord& record, const ReportView& view) {
  std::string out = "<h2>Findings</h2>\n";
  if (record.findings.empty()) {
    return out + fmt::format("<p class=\"none\">None in {}.</p>\n", counted(record.tests, "test", "tests"));
  }
  std::vector<const Finding*> sorted;
  for (const Finding& finding : record.findings) sorted.push_back(&finding);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto* a, const auto* b) { return is_graver(a->kind, b->kind); });
  out += "<section class=\"findings\">\n";
  if (sorted.size() > 1)
    out += "<div class=\"tools\" data-rows=\"findings\"></div>\n" + finding_table(sorted, record, view);
  const std::size_t shown = sorted.size() <= 2 * kOpenFindings ? sorted.size() : kOpenFindings;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == shown) {
      out += fmt::format("<details class=\"more\"><summary>{} more findings</summary>\n", grouped(sorted.size() - i));
    }
    out += finding_entry(*sorted[i], record.identity.description, view, sorted.size() == 1);
  }
  return out + (shown < sorted.size() ? "</details>\n" : "") + "</section>\n";
}

}  // namespace assay::core
