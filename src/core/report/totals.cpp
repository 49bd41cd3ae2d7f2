#include "core/report/totals.hpp"

#include <algorithm>
#include <map>

#include "core/report/page.hpp"

namespace assay::core {
namespace {

const std::string& key(GroupBy by, const std::string& target, const std::string& strategy, const std::string& group) {
  static const std::string everything;
  switch (by) {
    case GroupBy::Target: return target;
    case GroupBy::Strategy: return strategy;
    case GroupBy::Group: return group;
    case GroupBy::Everything: break;
  }
  return everything;
}

PageTable reason_table(const std::vector<Tally>& tallies, const std::string& heading, Verdict::Outcome outcome) {
  PageTable table{heading, {{"Reason"}, {"Count", PageTable::Holds::Number}}, {}};
  for (const auto& [reason, count] : reason_totals(tallies, outcome))
    table.rows.push_back({{reason}, {grouped(count)}});
  return table;
}

}  // namespace

std::string reason_tables(const std::vector<Tally>& tallies) {
  const PageTable reservations = reason_table(tallies, "Passes with a reservation", Verdict::Outcome::Pass);
  return folding_table(reason_table(tallies, "Skips by reason", Verdict::Outcome::Skip)) +
         (reservations.rows.empty() ? std::string() : folding_table(reservations));
}

std::vector<TotalRow> totals(const CampaignRecord& record, GroupBy by) {
  std::map<std::string, TotalRow> rows;
  if (by == GroupBy::Everything) rows[""] = {};
  for (const Tally& tally : record.tallies) {
    const std::string& row_name = key(by, tally.target, tally.strategy, tally.group);
    if (by != GroupBy::Everything && row_name.empty()) continue;
    TotalRow& row = rows[row_name];
    row.cpu_seconds += tally.cpu_seconds;
    switch (tally.outcome) {
      case Verdict::Outcome::Pass: row.passes += tally.count; break;
      case Verdict::Outcome::Skip: row.skips += tally.count; break;
      case Verdict::Outcome::Bug: row.bugs += tally.count; break;
    }
  }
  for (const Finding& finding : record.findings) {
    const std::string& row_name = key(by, finding.target, finding.original.strategy, finding.original.group);
    if (by == GroupBy::Everything || !row_name.empty()) ++rows[row_name].findings;
  }
  std::vector<TotalRow> out;
  for (auto& [row_name, row] : rows) {
    row.name = row_name;
    out.push_back(row);
  }
  return out;
}

double campaign_seconds(const CampaignRecord& record) {
  return record.samples.empty() ? 0 : record.samples.back().seconds;
}

std::string title(const Finding& finding) {
  std::string out = finding.target + " " + std::string(description(finding.kind));
  if (!finding.original.group.empty()) out += " (" + finding.original.group + ")";
  return out;
}

}  // namespace assay::core
