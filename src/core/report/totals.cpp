#include "core/report/totals.hpp"

#include <algorithm>
#include <map>

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

}  // namespace

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

std::vector<std::pair<std::string, std::uint64_t>> skip_totals(const CampaignRecord& record) {
  std::map<std::string, std::uint64_t> reasons;
  for (const Tally& tally : record.tallies) {
    if (tally.outcome == Verdict::Outcome::Skip) reasons[tally.reason] += tally.count;
  }
  std::vector<std::pair<std::string, std::uint64_t>> out(reasons.begin(), reasons.end());
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
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
