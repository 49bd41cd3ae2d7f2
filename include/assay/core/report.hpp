#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/core/baseline.hpp"
#include "assay/core/record.hpp"

namespace assay::core {

/// The version of all JSON that Assay prints or exports: "format" in each object, and the files in docs/schema. Fields
/// may be added; a field that changes its meaning or goes away gives a new number.
inline constexpr int kJsonFormat = 1;

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

/// The result of running a finding's case on a newer target.
struct Rechecked {
  const Finding* finding = nullptr;
  VersionAnswer answer;  ///< Right: fixed, Wrong: it still fails; `version` is the target's own
  std::string fixed_in;  ///< the release that fixed it, where the finding's histories tell; or empty
};
/// JUnit XML: a finding is a test case that passes when it is fixed, and is skipped when the case could not be judged.
[[nodiscard]] std::string junit_of(const std::vector<Rechecked>& findings);

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

struct ReportView {
  const Baseline* baseline = nullptr;  ///< marks findings as known or new; null: the page does not tell them apart
  std::string address;                 ///< of the campaign's page in `assay serve`, which renews itself; empty: a file
};
/// The campaign as one HTML page that needs no network and runs no script but its own.
[[nodiscard]] std::string html_report(const CampaignRecord& record, const ReportView& view = {});

}  // namespace assay::core
