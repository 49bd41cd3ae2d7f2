#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/finding/baseline.hpp"
#include "core/store/record.hpp"

namespace assay::core {

// Pages of campaigns that are served while they run (`assay serve`). All text from campaigns is escaped.

/// A snapshot of a campaign's folder.
struct LiveCampaign {
  std::string key;   ///< in addresses, /c/<key>/; stable over restarts; letters, digits, '.', '_' and '-'
  std::string name;  ///< the folder as the user named it
  bool running = false;
  std::optional<CampaignRecord> record;
  std::string problem;  ///< the reason if there is no record
};

/// The condition for the shown findings; an empty field matches all.
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
/// One finding with its files to download. Nullopt: there is no finding `id`. `token` is sent along by the form that
/// changes the finding's triage (fields `token`, `campaign`, `finding`, `state`, `link` and `note`, posted to `/mark`);
/// empty: the page has no form.
[[nodiscard]] std::optional<std::string> live_finding(const LiveCampaign& campaign, const std::string& id,
                                                      const std::string& token);
/// The report of one campaign, which updates itself.
[[nodiscard]] std::string live_report(const LiveCampaign& campaign, const Baseline& baseline);
/// The path of a campaign's page, and of a finding's page.
[[nodiscard]] std::string live_address(const LiveCampaign& campaign);
[[nodiscard]] std::string live_address(const LiveCampaign& campaign, const std::string& id);

/// The top line of a served page: a link to the overview, and the state of the connection.
[[nodiscard]] std::string live_bar();

/// A finding's file by its name in addresses: "reduced/script.smt2", "report.md". Nullopt: the record has no such file.
[[nodiscard]] std::optional<std::string> live_file(const LiveCampaign& campaign, const std::string& id,
                                                   const std::string& file);

}  // namespace assay::core
