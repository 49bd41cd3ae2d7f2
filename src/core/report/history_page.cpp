#include "core/report/history_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "core/report/findings_section.hpp"
#include "core/report/page.hpp"

namespace assay::core {
namespace {

using Holds = PageTable::Holds;
using Look = PageChart::Series::Drawn;

constexpr std::size_t kCauseBytes = 80;

/// An answer's mark in the table; the position is the sort key.
struct Mark {
  std::string_view state;
  const char* mark;
  const char* meaning;
};
constexpr std::array<Mark, 7> kMarks = {{
    {"wrong", "×", "wrong: fails like the finding"},
    {"crash", "!", "crash, but not the finding's"},
    {"slow", "s", "slow: reaches the time limit"},
    {"not judged", "?", "not judged"},
    {"not comparable", "≠", "not comparable: cannot read the case"},
    {"not available", "–", "not available"},
    {"right", "·", "right"},
}};

std::size_t position_of(std::string_view state) {
  const auto found = std::find_if(kMarks.begin(), kMarks.end(), [&](const Mark& one) { return one.state == state; });
  return static_cast<std::size_t>(found - kMarks.begin());
}

std::string style_of(std::string_view state) { return replace_all(std::string(state), " ", "-"); }

std::string legend() {
  std::string out = "<p class=\"legend\">";
  for (const Mark& one : kMarks)
    out += fmt::format("<span><b class=\"mark {}\">{}</b>{}</span>", style_of(one.state), one.mark,
                       escape_markup(one.meaning));
  return out + "</p>\n";
}

std::string address_of(const Finding& finding) { return "#finding-" + percent_encoded(finding.id); }

PageTable::Cell release_cell(const TargetHistory& target, const CauseHistory& cause, std::size_t release) {
  const VersionAnswer& answer = cause.history.answers[release];
  const Finding& finding = *cause.shown[release];
  const std::size_t position = position_of(answer.state());
  PageTable::Cell cell{kMarks[position].mark, false, address_of(finding), std::to_string(position)};
  cell.tip = fmt::format("{} {}: {}{}\n{}", target.target, answer.version, answer.state(),
                         answer.note.empty() ? "" : " (" + answer.note + ")",
                         replay_command(finding, target.target, answer.version));
  cell.mark = style_of(answer.state());
  return cell;
}

std::string cause_table(const TargetHistory& target) {
  PageTable table{"Causes by release", {}, {}};
  for (const char* title : {"Cause", "Wrong since", "Fixed in"}) table.columns.push_back({title, Holds::Word});
  for (const std::string& version : target.versions) table.columns.push_back({version, Holds::Mark});
  table.columns.push_back({"Kind", Holds::Word});
  table.columns.push_back({"Cause as seen", Holds::Text});
  table.open = true;
  for (const CauseHistory& cause : target.causes) {
    const Finding& first = *cause.findings.front();
    const std::string others = cause.findings.size() == 1 ? "" : fmt::format(" and {} more", cause.findings.size() - 1);
    std::vector<PageTable::Cell>& row = table.rows.emplace_back();
    row = {{first.id + others, false, address_of(first)}, {wrong_since(cause.history)}, {fixed_in(cause.history)}};
    row[1].tip = row[2].tip = since_text(cause.history);
    for (std::size_t i = 0; i < target.versions.size(); ++i) row.push_back(release_cell(target, cause, i));
    row.push_back({std::string(name(first.kind))});
    row.push_back({shortened(first.reason, kCauseBytes)});
  }
  return folding_table(table);
}

PageChart alive_chart(const TargetHistory& target, const std::string& id) {
  PageChart chart{id, "Causes alive on each release", "Number of causes that are wrong on each release"};
  PageChart::Series wrong{"wrong", Look::Line, "bug"}, most{"wrong, or without an answer", Look::Dashed, "soft"};
  const std::vector<AliveCauses> alive = alive_causes(target);
  bool is_certain = true;
  for (std::size_t i = 0; i < alive.size(); ++i) {
    const auto x = static_cast<double>(i);
    wrong.points.push_back({x, static_cast<double>(alive[i].wrong)});
    most.points.push_back({x, static_cast<double>(alive[i].wrong + alive[i].unknown)});
    is_certain = is_certain && alive[i].unknown == 0;
  }
  chart.x_names = target.versions;
  chart.series = {std::move(wrong)};
  if (!is_certain) chart.series.push_back(std::move(most));
  return chart;
}

std::string cards(const TargetHistory& target) {
  const AliveCauses newest = target.versions.empty() ? AliveCauses{} : alive_causes(target).back();
  const std::string on = target.versions.empty() ? "" : " on " + target.versions.back();
  std::string out = "<div class=\"cards\">\n" + card(grouped(target.causes.size()), "causes");
  out += card(grouped(newest.wrong), "wrong" + on, newest.wrong > 0 ? "bug" : "pass");
  out += card(grouped(newest.unknown), "without an answer" + on);
  return out + card(grouped(target.versions.size()), "releases") + "</div>\n";
}

/// The findings of a cause: the first one, with the others inside of its fold.
std::string cause_entry(const CauseHistory& cause) {
  std::string others;
  for (std::size_t i = 1; i < cause.findings.size(); ++i) others += finding_entry(*cause.findings[i], {}, {}, false);
  if (!others.empty()) others = "<div class=\"body\"><h4>More findings of this cause</h4>\n" + others + "</div>\n";
  return finding_entry(*cause.findings.front(), {}, {}, false, others);
}

}  // namespace

std::string history_page(const std::vector<TargetHistory>& targets) {
  PageFrame frame;
  frame.title = "Assay: findings by release";
  frame.body = "<header><h1>Since when</h1><p>Findings by release</p></header>\n" + chart_notice();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const TargetHistory& target = targets[i];
    frame.charts.push_back(alive_chart(target, fmt::format("alive-{}", i)));
    frame.body += "<h2>" + escape_markup(target.target) + "</h2>\n" + cards(target) + "<div class=\"stack\">" +
                  chart_panel(frame.charts.back()) +
                  "</div>\n<section class=\"findings\">\n<div class=\"tools\" data-rows=\"findings\"></div>\n" +
                  legend() + cause_table(target);
    for (const CauseHistory& cause : target.causes) frame.body += cause_entry(cause);
    frame.body += "</section>\n";
  }
  frame.body += "<footer>Made by Assay " + escape_markup(version()) + ".</footer>\n";
  return html_page(frame);
}

}  // namespace assay::core
