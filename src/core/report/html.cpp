#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "core/report/comparison.hpp"
#include "core/report/curves.hpp"
#include "core/report/finding_section.hpp"
#include "core/report/findings_section.hpp"
#include "core/report/live.hpp"
#include "core/report/page.hpp"
#include "core/report/report.hpp"
#include "core/report/stability.hpp"
#include "core/report/totals.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kCurvePoints = 200;
constexpr std::size_t kOpenTargets = 4;  ///< more targets are folded in the header

std::string e(std::string_view text) { return escape_markup(text); }

/// " (12.3 %)"; empty if `all` is 0.
std::string share_of(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? "" : fmt::format(" ({:.1f} %)", 100 * static_cast<double>(part) / static_cast<double>(all));
}

std::string cards(const CampaignRecord& record) {
  const TotalRow all = totals(record, GroupBy::Everything).front();
  const double seconds = campaign_seconds(record);
  const CpuShares cpu = record.samples.empty() ? CpuShares{} : record.samples.back().cpu;
  std::string out = "<div class=\"cards\">\n";
  out += card(grouped(record.findings.size()), record.findings.size() == 1 ? "finding" : "findings",
              record.findings.empty() ? "pass" : "bug");
  out += card(grouped(record.tests), "tests");
  out += card(readable_seconds(seconds), "campaign time");
  if (seconds > 0) out += card(fmt::format("{:.1f}", static_cast<double>(record.tests) / seconds), "tests per second");
  out += card(grouped(all.passes), "passes" + share_of(all.passes, all.verdicts()));
  out += card(grouped(all.skips), "skips" + share_of(all.skips, all.verdicts()));
  out += card(grouped(all.bugs), "failing verdicts" + share_of(all.bugs, all.verdicts()));
  if (cpu.own + cpu.target > 0) {
    out += card(fmt::format("{:.1f} %", 100 * cpu.own / (cpu.own + cpu.target)), "of the CPU time is Assay's own");
  }
  return out + "</div>\n";
}

using Holds = PageTable::Holds;

std::string verdict_table(const std::string& heading, const std::vector<TotalRow>& rows) {
  PageTable table;
  table.heading = heading;
  table.if_empty = "nothing yet";
  table.columns = {{"Name"},
                   {"Pass", Holds::Number},
                   {"Skip", Holds::Number},
                   {"Fail", Holds::Number},
                   {"Findings", Holds::Number},
                   {"CPU", Holds::Number}};
  for (const TotalRow& row : rows) {
    table.rows.push_back({{row.name},
                          {grouped(row.passes)},
                          {grouped(row.skips)},
                          {grouped(row.bugs)},
                          {grouped(row.findings), row.findings > 0},
                          {readable_seconds(row.cpu_seconds)}});
  }
  return folding_table(table);
}

std::string cause_table(const std::vector<Cause>& causes, const std::string& label) {
  const Cause& first = causes.front();
  PageTable table{fmt::format("{}: {} ({:.2f} % of all)", first.target, first.kind, 100 * first.share_of_all),
                  {{with_capital(label)}, {"Failed", Holds::Number}, {"Of", Holds::Number}},
                  {}};
  for (const Cause& cause : causes) {
    table.rows.push_back({{cause.label}, {grouped(cause.failed)}, {grouped(cause.judged)}});
  }
  return folding_table(table);
}

/// The labels that failing cases have in common: a table for each target and kind.
std::string causes(const CampaignRecord& record) {
  constexpr std::size_t kMaxLabels = 8;
  const std::string& label = record.identity.description.label;
  std::string tables;
  std::vector<Cause> same_kind;
  for (const Cause& cause : likely_causes(record, kMaxLabels)) {
    if (!same_kind.empty() && (same_kind.front().target != cause.target || same_kind.front().kind != cause.kind)) {
      tables += cause_table(std::exchange(same_kind, {}), label);
    }
    same_kind.push_back(cause);
  }
  if (!same_kind.empty()) tables += cause_table(same_kind, label);
  return tables.empty() ? tables : "<h2>Likely causes</h2>\n<div class=\"columns wide\">\n" + tables + "</div>\n";
}

/// The shares of the answers to each question in the cases' labels, which tell whether the cases could show anything.
std::string shares(const CampaignRecord& record) {
  PageTable table{"Answers of the judged cases",
                  {{"Cases whose"}, {"is", Holds::Word}, {"Judged", Holds::Number}, {"Share", Holds::Number}},
                  {}};
  for (const Share& share : label_shares(record)) {
    const double part = share.all == 0 ? 0 : static_cast<double>(share.count) / static_cast<double>(share.all);
    table.rows.push_back({{share.question},
                          {share.answer},
                          {grouped(share.count)},
                          {share.all == 0 ? "never" : fmt::format("{:.1f} %", 100 * part)}});
  }
  if (table.rows.empty()) return "";
  return "<h2>What the cases can show</h2>\n" + folding_table(table);
}

/// For a merged campaign: the state and the results of each shard.
std::string shards(const CampaignRecord& record) {
  if (record.shards.empty()) return "";
  PageTable table{"Shards",
                  {{"Shard"},
                   {"State", Holds::Word},
                   {"Machine"},
                   {"Tests", Holds::Number},
                   {"Findings", Holds::Number},
                   {"Time", Holds::Number},
                   {"Note"}},
                  {}};
  for (const ShardRecord& shard : record.shards) {
    table.rows.push_back({{fmt::format("{}/{}", shard.shard.index, shard.shard.count)},
                          {shard.state, shard.state != "done"},
                          {shard.host},
                          {grouped(shard.tests)},
                          {grouped(shard.findings), shard.findings > 0},
                          {readable_seconds(shard.seconds)},
                          {shard.note}});
  }
  return "<h2>Shards</h2>\n" + folding_table(table);
}

std::string targets(const CampaignRecord& record) {
  const auto& all = record.identity.targets;
  std::string list;
  for (const TargetInfo& target : all) list += (list.empty() ? "" : " · ") + target.name + " " + target.version;
  if (all.size() <= kOpenTargets) return fmt::format("<p>{}</p>", e(list));
  return fmt::format("<details><summary>{} targets</summary><p>{}</p></details>", grouped(all.size()), e(list));
}

std::string header(const CampaignRecord& record) {
  const CampaignIdentity& identity = record.identity;
  const std::string& title = identity.description.title;
  std::string about = identity.module + " · seed " + std::to_string(identity.seed) + " · started " + identity.created;
  if (identity.shard.count > 1) about += fmt::format(" · shard {}/{}", identity.shard.index, identity.shard.count);
  const std::string& gaps = identity.description.gaps;
  return fmt::format("<header><h1>{}</h1>{}<p>{}</p>{}</header>\n", e(title.empty() ? identity.module : title),
                     targets(record), e(about), gaps.empty() ? "" : "<p>" + e(with_capital(gaps)) + ".</p>");
}

PageChart curve_chart(PageChart chart, PageChart::Series series, const Curve& curve) {
  for (const auto& [seconds, value] : curve) series.points.push_back({seconds, value});
  chart.series.push_back(std::move(series));
  return chart;
}

std::vector<PageChart> charts(const CampaignRecord& record) {
  using Drawn = PageChart::Series::Drawn;
  return {curve_chart({"rate", "Tests per second", "Tests per second over campaign time"},
                      {"tests per second", Drawn::Line, "accent"}, rate_curve(record.samples, kCurvePoints)),
          curve_chart({"findings-over-time", "Findings", "Findings over campaign time"},
                      {"findings", Drawn::Stepped, "bug"}, findings_curve(record))};
}

std::string chart_section(const std::vector<PageChart>& all) {
  std::string out = "<h2>Over time</h2>\n" + chart_notice() + "<div class=\"columns\">\n";
  for (const PageChart& chart : all) out += chart_panel(chart);
  return out + "</div>\n";
}

}  // namespace

std::string html_report(const CampaignRecord& record, const ReportView& view) {
  const ModuleDescription& words = record.identity.description;
  PageFrame frame;
  frame.title = fmt::format("Assay: {} findings, {}", record.findings.size(), record.identity.module);
  const std::vector<PageChart> over_time = charts(record), compared = comparison_charts(record);
  frame.charts = over_time;
  frame.charts.insert(frame.charts.end(), compared.begin(), compared.end());
  frame.live = !view.address.empty();
  std::string& out = frame.body;
  if (frame.live) out += live_bar();
  out += header(record) + cards(record) + kind_counts(record);
  out += comparison_section(record, compared) + stability_section(record);
  out += findings_section(record, view) + causes(record);
  out += "<h2>Where</h2>\n<div class=\"columns wide\">\n";
  out += verdict_table("By " + words.target, totals(record, GroupBy::Target));
  out += verdict_table("By " + words.strategy, totals(record, GroupBy::Strategy));
  if (!words.group.empty()) out += verdict_table("By " + words.group, totals(record, GroupBy::Group));
  out += reason_tables(record.tallies) + "</div>\n" + shards(record) + shares(record) + chart_section(over_time);
  out += configuration_and_footer(record.identity.configuration, record.identity.assay_version);
  return html_page(frame);
}

}  // namespace assay::core
