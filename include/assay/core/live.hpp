#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/baseline.hpp"
#include "assay/core/record.hpp"

namespace assay::core {

// Pages of campaigns that are served while they run (`assay serve`). All that comes from campaigns is escaped.

/// A campaign's folder, as it was a moment ago.
struct LiveCampaign {
  std::string key;   ///< in addresses, /c/<key>/: the same over restarts; letters, digits, '.', '_' and '-'
  std::string name;  ///< of the folder, as it was named
  bool running = false;
  std::optional<CampaignRecord> record;
  std::string problem;  ///< why there is no record
};

/// Which findings are shown; what is empty shows all.
struct LiveFilter {
  std::string campaign;  ///< LiveCampaign::key
  std::string kind;
  std::string target;
  std::string strategy;
  std::string baseline;  ///< "new" or "known"
  std::string state;     ///< a TriageState's name
};

/// Findings, totals and rates of all campaigns, with links to filters and findings.
[[nodiscard]] std::string live_overview(const std::vector<LiveCampaign>& campaigns, const LiveFilter& filter,
                                        const Baseline& baseline);
/// One finding with its files to download; or nothing when there is none of that id. `token`: what the form that
/// changes the finding's triage sends along (fields `token`, `campaign`, `finding`, `state`, `link` and `note`, posted
/// to
/// `/mark`); empty: the page has no form.
[[nodiscard]] std::optional<std::string> live_finding(const LiveCampaign& campaign, const std::string& id,
                                                      const std::string& token);
/// One campaign: the report, renewing itself.
[[nodiscard]] std::string live_report(const LiveCampaign& campaign, const Baseline& baseline);
/// The path of a campaign's page, and of a finding's.
[[nodiscard]] std::string live_address(const LiveCampaign& campaign);
[[nodiscard]] std::string live_address(const LiveCampaign& campaign, const std::string& id);

/// The line on top of a served page: the way back, and whether it is live.
[[nodiscard]] std::string live_bar();

/// A finding's file as an address names it: "reduced/script.smt2", "report.md". Only what the record holds.
[[nodiscard]] std::optional<std::string> live_file(const LiveCampaign& campaign, const std::string& id,
                                                   const std::string& file);

}  // namespace assay::core
