#include "core/report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "core/report/page.hpp"
#include "core/report/report.hpp"
#include "core/report/stability.hpp"
#include "core/target/change.hpp"

namespace assay::core {
namespace {

using Holds = PageTable::Holds;
using Look = PageChart::Series::Drawn;

constexpr double kShortest = 0.01;  // seconds: shorter times are drawn here

bool is_comparison(const CampaignRecord& record) { return !record.measured.empty() && !is_sampled(record); }

std::size_t rank_of(std::string_view change) {
  const std::vector<Change>& all = all_changes();
  const auto found = std::find_if(all.begin(), all.end(), [&](Change one) { return name(one) == change; });
  return static_cast<std::size_t>(found - all.begin());
}

bool is_cost(const MeasuredRun& run) { return rank_of(run.measured.change) <= rank_of(name(Change::Slower)); }

/// How many runs of a target have each change.
std::map<std::string, std::size_t> change_counts(const CampaignRecord& record, std::size_t target) {
  std::map<std::string, std::size_t> counts;
  for (const MeasuredRun& run : record.measured)
    if (run.target == target) ++counts[run.measured.change];
  return counts;
}

bool answers(const MeasuredRun& run) {
  // A target with several answers gives one word for each.
  return run.answer.find("sat") != std::string::npos && run.answer.find("unknown") == std::string::npos;
}

double drawn_seconds(const MeasuredRun& run) { return std::max(kShortest, run.measured.cpu_seconds); }

/// By case and target, the address of the finding on the page.
using FindingLinks = std::map<std::pair<std::uint64_t, std::string>, std::string>;
FindingLinks finding_links(const CampaignRecord& record) {
  FindingLinks links;
  for (const Finding& finding : record.findings)
    links[{finding.original.index, finding.target}] = "#finding-" + finding.id;
  return links;
}
std::string link_of(const FindingLinks& links, const CampaignRecord& record, const MeasuredRun& run) {
  const auto found = links.find({run.case_index, record.identity.targets[run.target].name});
  return found == links.end() ? std::string() : found->second;
}

/// CPU seconds of the longest run that a time limit ended; 0: none.
double time_limit(const CampaignRecord& record) {
  double limit = 0;
  for (const MeasuredRun& run : record.measured)
    if (run.answer.find("timeout") != std::string::npos) limit = std::max(limit, run.measured.cpu_seconds);
  return limit;
}

PageChart scatter(const CampaignRecord& record, const std::vector<ComparisonRow>& rows, std::size_t target) {
  const std::string& before = record.identity.targets.front().name;
  const std::string& now = record.identity.targets[target].name;
  PageChart chart{fmt::format("scatter-{}", target), fmt::format("{} and {}", before, now),
                  fmt::format("CPU time of each input with {} and {}", before, now), before, now};
  chart.log_axes = true;
  PageChart::Series alike{"like times", Look::Dots, "soft"}, costs{"contradicts, lost or slower", Look::Dots, "bug"},
      gains{"gained or faster", Look::Dots, "pass"};
  const FindingLinks links = finding_links(record);
  double longest = 1;
  for (const ComparisonRow& row : rows) {
    if (row.runs.front() == nullptr || row.runs[target] == nullptr) continue;
    const MeasuredRun& one = *row.runs.front();
    const MeasuredRun& other = *row.runs[target];
    const std::size_t rank = rank_of(other.measured.change);
    auto& series = is_cost(other) ? costs : rank < rank_of(name(Change::Same)) ? gains : alike;
    series.points.push_back({drawn_seconds(one), drawn_seconds(other),
                             fmt::format("{}: {}, {}", row.name, cell_text(one), cell_text(other)),
                             link_of(links, record, other)});
    longest = std::max({longest, drawn_seconds(one), drawn_seconds(other)});
  }
  chart.series = {{"equal", Look::Dashed, "soft", {{kShortest, kShortest}, {longest, longest}}},
                  {"10 times", Look::Dashed, "skip", {{kShortest, 10 * kShortest}, {longest / 10, longest}}}};
  if (const double limit = time_limit(record); limit > 0)
    chart.series.push_back({"time-out", Look::Dashed, "bug", {{kShortest, limit}, {limit, limit}, {limit, kShortest}}});
  for (auto& series : {alike, costs, gains})
    if (!series.points.empty()) chart.series.push_back(series);
  return chart;
}

/// For each target the number of inputs that it answers within each time.
PageChart survival(const CampaignRecord& record) {
  PageChart chart{"survival", "Answered within a time", "Number of inputs that each target answers within a CPU time",
                  "CPU seconds for each input", "inputs"};
  constexpr const char* kColors[] = {"accent", "bug", "pass", "skip", "soft"};
  for (std::size_t target = 0; target < record.identity.targets.size(); ++target) {
    std::vector<double> seconds;
    for (const MeasuredRun& run : record.measured)
      if (run.target == target && answers(run)) seconds.push_back(drawn_seconds(run));
    std::sort(seconds.begin(), seconds.end());
    PageChart::Series series{record.identity.targets[target].name, Look::Stepped, kColors[target % 5]};
    for (std::size_t i = 0; i < seconds.size(); ++i) series.points.push_back({seconds[i], static_cast<double>(i + 1)});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string counts_table(const CampaignRecord& record) {
  PageTable table{"Inputs by change", {{with_capital(record.identity.description.target)}}, {}};
  for (const Change change : all_changes())
    table.columns.push_back({with_capital(std::string(name(change))), Holds::Number});
  for (std::size_t target = 1; target < record.identity.targets.size(); ++target) {
    std::map<std::string, std::size_t> counts = change_counts(record, target);
    std::vector<PageTable::Cell>& row = table.rows.emplace_back();
    row.push_back({record.identity.targets[target].name});
    for (const Change change : all_changes()) {
      const std::size_t count = counts[std::string(name(change))];
      row.push_back({grouped(count), count > 0 && rank_of(name(change)) <= rank_of(name(Change::Slower))});
    }
  }
  return folding_table(table);
}

std::string inputs_table(const CampaignRecord& record, const std::vector<ComparisonRow>& rows) {
  PageTable table{"Inputs", {{"Input", Holds::Path}}, {}};
  for (const TargetInfo& target : record.identity.targets) table.columns.push_back({target.name, Holds::Word});
  table.columns.push_back({"Change", Holds::Word});
  table.columns.push_back({"Note", Holds::Text});
  const FindingLinks links = finding_links(record);
  for (const ComparisonRow& row : rows) {
    std::vector<PageTable::Cell>& cells = table.rows.emplace_back();
    cells.push_back({row.name});
    std::string note;
    for (const MeasuredRun* run : row.runs) {
      cells.push_back({run == nullptr ? "" : cell_text(*run), run != nullptr && is_cost(*run),
                       run == nullptr ? "" : link_of(links, record, *run),
                       run == nullptr ? "" : fmt::format("{:012.3f}", run->measured.cpu_seconds)});
      if (run != nullptr && note.empty()) note = run->measured.note;
    }
    cells.push_back({std::string(name(all_changes()[row.worst])), row.first_changed > 0});
    cells.push_back({note});
  }
  return searchable_table(table, "inputs", "Change");
}

}  // namespace

std::string cell_text(const MeasuredRun& run) {
  return fmt::format("{} {:.2f} s", run.answer, run.measured.cpu_seconds);
}

std::vector<ComparisonRow> comparison_rows(const CampaignRecord& record) {
  std::map<std::uint64_t, ComparisonRow> by_case;
  for (const MeasuredRun& run : record.measured) {
    if (run.target >= record.identity.targets.size()) continue;
    auto [at, is_new] = by_case.try_emplace(run.case_index);
    ComparisonRow& row = at->second;
    const std::size_t rank = std::min(rank_of(run.measured.change), all_changes().size() - 1);
    if (is_new) {
      row.name = run.measured.name;
      row.runs.resize(record.identity.targets.size());
      row.worst = rank;
    }
    row.runs[run.target] = &run;
    // The first target has no change of its own.
    if (run.target > 0) row.worst = row.worst == rank_of(name(Change::Same)) ? rank : std::min(row.worst, rank);
    if (run.target > 0 && row.first_changed == 0 && is_cost(run)) row.first_changed = run.target;
  }
  std::vector<ComparisonRow> rows;
  for (auto& [index, row] : by_case) rows.push_back(std::move(row));
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.worst < b.worst; });
  return rows;
}

std::vector<PageChart> comparison_charts(const CampaignRecord& record) {
  if (!is_comparison(record)) return {};
  const std::vector<ComparisonRow> rows = comparison_rows(record);
  std::vector<PageChart> charts;
  for (std::size_t target = 1; target < record.identity.targets.size(); ++target)
    charts.push_back(scatter(record, rows, target));
  charts.push_back(survival(record));
  return charts;
}

std::string comparison_section(const CampaignRecord& record, const std::vector<PageChart>& charts) {
  if (!is_comparison(record)) return "";
  std::string out = "<h2>Comparison</h2>\n" + counts_table(record) + "<div class=\"columns\">\n";
  for (const PageChart& chart : charts) out += chart_panel(chart);
  return out + "</div>\n" + inputs_table(record, comparison_rows(record));
}

std::string comparison_text(const CampaignRecord& record, std::size_t max_rows) {
  if (!is_comparison(record)) return "";
  std::string out;
  for (std::size_t target = 1; target < record.identity.targets.size(); ++target) {
    std::map<std::string, std::size_t> counts = change_counts(record, target);
    std::vector<std::string> words;
    for (const Change change : all_changes())
      if (const std::size_t count = counts[std::string(name(change))]; count > 0)
        words.push_back(fmt::format("{} {}", name(change), count));
    out += fmt::format("{} beside {}: {}\n", record.identity.targets[target].name, record.identity.targets.front().name,
                       words.empty() ? "nothing compared" : join(words, ", "));
  }
  std::size_t shown = 0;
  for (const ComparisonRow& row : comparison_rows(record)) {
    if (row.worst == rank_of(name(Change::Same)) || row.worst == rank_of(name(Change::NotComparable))) continue;
    if (shown++ == max_rows) return out + "  ... the report has all inputs\n";
    out += fmt::format("  {:<12} {}\n", name(all_changes()[row.worst]), printable(row.name));
    for (std::size_t target = 0; target < row.runs.size(); ++target) {
      if (row.runs[target] == nullptr) continue;
      const MeasuredRun& run = *row.runs[target];
      out += fmt::format("               {:<16} {}{}\n", record.identity.targets[target].name, cell_text(run),
                         target > 0 && target == row.first_changed && row.runs.size() > 2 ? " (the first)" : "");
      for (const std::string_view note : split(run.measured.note, ';'))
        if (!trim(note).empty()) out += fmt::format("                 {}\n", printable(trim(note)));
    }
  }
  return out;
}

}  // namespace assay::core
