#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "core/report/report.hpp"
#include "core/report/totals.hpp"
#include "core/report/writers.hpp"

namespace assay::core {
namespace {

/// escape_markup, without the two code points that are valid UTF-8 but not valid XML.
std::string xml(std::string_view text) {
  const std::string escaped = replace_all(escape_markup(text), "\xEF\xBF\xBE", "\xEF\xBF\xBD");
  return replace_all(escaped, "\xEF\xBF\xBF", "\xEF\xBF\xBD");
}

bool is_failure(const Finding& finding) { return finding.triage.state != TriageState::NotABug; }

/// A finding as a test case: it fails, or it is skipped if a person has judged it to be no bug.
std::string junit_case(const Finding& finding) {
  const std::string judged = triage_text(finding.triage);
  const std::string message = title(finding) + (judged.empty() ? "" : " [" + judged + "]");
  const std::string outcome = is_failure(finding)
                                  ? fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>",
                                                xml(name(finding.kind)), xml(message), xml(issue_text(finding)))
                                  : fmt::format("<skipped message=\"{}\"/>", xml(message));
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n      {}\n    </testcase>\n", xml(finding.target),
                     xml(finding.id + ": " + std::string(name(finding.kind))), outcome);
}

/// "4 passes, but gone in the new version: crash", for each reservation with which a target passed.
std::vector<std::string> reservations_of(const CampaignRecord& record, const std::string& target) {
  std::vector<Tally> tallies = record.tallies;
  std::erase_if(tallies, [&](const Tally& tally) { return tally.target != target; });
  std::vector<std::string> lines;
  for (const auto& [reason, count] : reason_totals(tallies, Verdict::Outcome::Pass))
    lines.push_back(fmt::format("{} passes, but {}", count, reason));
  return lines;
}

/// A target's verdicts without bugs as a single test case: JUnit has no counts, and a test case per verdict would give
/// millions.
std::string junit_passes(const CampaignRecord& record, const TotalRow& row) {
  std::string text =
      fmt::format("{} passes, {} skips, {} bugs, {} findings", row.passes, row.skips, row.bugs, row.findings);
  for (const std::string& line : reservations_of(record, row.name)) text += "\n" + xml(line);
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{} passes and {} skips\" time=\"{:.3f}\">\n"
      "      <system-out>{}</system-out>\n    </testcase>\n",
      xml(row.name), row.passes, row.skips, row.cpu_seconds, text);
}

}  // namespace

std::string write_junit(const CampaignRecord& record) {
  std::string suites;
  std::size_t tests = 0;
  std::size_t all_failures = 0;
  for (const TotalRow& row : totals(record, GroupBy::Target)) {
    std::string cases = junit_passes(record, row);
    std::size_t failures = 0;
    for (const Finding& finding : record.findings) {
      if (finding.target != row.name) continue;
      cases += junit_case(finding);
      failures += is_failure(finding) ? 1 : 0;
    }
    all_failures += failures;
    tests += 1 + row.findings;
    suites += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n"
        "    <properties>\n      <property name=\"passes\" value=\"{}\"/>\n      <property name=\"skips\" "
        "value=\"{}\"/>\n"
        "      <property name=\"bugs\" value=\"{}\"/>\n    </properties>\n{}  </testsuite>\n",
        xml(row.name), 1 + row.findings, failures, row.findings - failures, row.cpu_seconds, row.passes, row.skips,
        row.bugs, cases);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n{}</testsuites>\n",
      xml("assay " + record.identity.module), tests, all_failures, campaign_seconds(record), suites);
}

std::string junit_of(const std::vector<RecheckedFinding>& findings) {
  using What = VersionAnswer::What;
  std::string cases;
  std::size_t failures = 0, skipped = 0;
  for (const RecheckedFinding& one : findings) {
    const std::string_view kind = name(one.finding->kind);
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}: {}\">\n", xml(one.finding->target),
                         xml(one.finding->id), kind);
    failures += one.answer.what == What::Wrong ? 1 : 0;
    skipped += one.answer.what == What::CannotSay ? 1 : 0;
    if (one.answer.what == What::Wrong)
      cases += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", kind, xml(one.finding->reason),
                           xml(one.finding->signature + "\n" + one.answer.note));
    else if (one.answer.what == What::CannotSay)
      cases += fmt::format("      <skipped message=\"{}\"/>\n", xml(one.answer.note));
    cases += "    </testcase>\n";
  }
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"", findings.size(), failures, skipped);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay findings recheck\" tests=\"{}\" "
      "failures=\"{}\" errors=\"0\">\n  <testsuite name=\"findings\" {}>\n{}  </testsuite>\n</testsuites>\n",
      findings.size(), failures, counts, cases);
}

std::string write_markdown(const CampaignRecord& record) {
  std::string out = fmt::format("<!-- {} findings of {} tests by Assay -->\n\n", record.findings.size(), record.tests);
  for (const Finding& finding : record.findings) {
    // Inside a comment, which trackers do not show; escaped, so that the text cannot end the comment.
    const std::string judged = escape_markup(triage_text(finding.triage));
    if (!judged.empty()) out += "<!-- " + judged + " -->\n\n";
    out += issue_text(finding) + "\n---\n\n";
  }
  return out;
}

std::string write_summary(const CampaignRecord& record) {
  constexpr std::size_t kMaxRows = 20, kMaxInputBytes = 2000;
  const auto cell = [](std::string_view text) { return markdown_line(shortened(text, 120)); };
  std::string out = fmt::format("### Assay: {} findings in {} cases\n\n", record.findings.size(), record.tests);
  for (const TotalRow& row : totals(record, GroupBy::Target)) {
    out += fmt::format("- {}: {} passes, {} skips, {} bugs\n", cell(row.name), row.passes, row.skips, row.bugs);
    for (const std::string& line : reservations_of(record, row.name)) out += fmt::format("  - {}\n", cell(line));
  }
  if (record.findings.empty()) return out;
  out += "\n| finding | target | kind | reason | bytes |\n|---|---|---|---|---|\n";
  const std::size_t shown = std::min(kMaxRows, record.findings.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Finding& finding = record.findings[i];
    out +=
        fmt::format("| {} | {} {} | {} | {} | {} |\n", cell(finding.id), cell(finding.target),
                    cell(finding.target_version), name(finding.kind), cell(finding.reason), finding.smallest_bytes());
  }
  if (shown < record.findings.size()) out += fmt::format("\n... and {} more.\n", record.findings.size() - shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const Finding& finding = record.findings[i];
    const Case& smallest = finding.smallest();
    out += fmt::format("\n<details><summary>{}</summary>\n\n", escape_markup(finding.id));
    if (!smallest.files.empty())
      out += markdown_block(shortened(printable(smallest.files.front().content), kMaxInputBytes), "") + "\n";
    out += markdown_block(shortened(printable(finding.detail), kMaxInputBytes), "") + "\n</details>\n";
  }
  return out;
}

}  // namespace assay::core
