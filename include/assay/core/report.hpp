#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/record.hpp"

namespace assay::core {

/// A way to write a campaign's findings: one row of the registry.
struct ExportFormat {
  std::string_view name;         ///< as on the command line: "sarif"
  std::string_view description;  ///< for help texts
  std::string_view extension;    ///< with the dot
  std::string (*write)(const CampaignRecord& record);
};
[[nodiscard]] const std::vector<ExportFormat>& export_formats();
/// The format with this name, or null.
[[nodiscard]] const ExportFormat* export_format(std::string_view name);

/// One archive for each finding, `ID.tar`: its report, reproduction, original and reduced input, and finding.json. In
/// the POSIX format ustar, with the finding's folder as the root.
[[nodiscard]] std::vector<File> finding_archives(const CampaignRecord& record);

/// A label whose cases fail more often than others: what a failure may be about.
struct Cause {
  std::string target;
  std::string kind;          ///< of the bugs
  std::string label;         ///< Case::labels
  std::uint64_t failed = 0;  ///< cases with the label that failed in this way ...
  std::uint64_t judged = 0;  ///< ... out of these
  double share_of_all = 0;   ///< of the target's judged cases that failed in this way
};
/// For each target and kind of bug, the labels that tell failing cases from others, the most telling first (by the
/// log-likelihood of so many failures among the label's cases). At most `most` for each.
[[nodiscard]] std::vector<Cause> likely_causes(const CampaignRecord& record, std::size_t most);

/// How often the judged cases of all targets had one of the answers to a question: from labels "question = answer".
struct Share {
  std::string question;
  std::string answer;
  std::uint64_t count = 0;
  std::uint64_t all = 0;  ///< cases with any answer to the question; 0: it was never asked
};
/// By question and answer, in alphabetical order.
[[nodiscard]] std::vector<Share> label_shares(const CampaignRecord& record);

/// The campaign as one HTML page that needs no network and runs no script but its own. `live`: it is served, and renews
/// itself.
[[nodiscard]] std::string html_report(const CampaignRecord& record, bool live = false);

}  // namespace assay::core
