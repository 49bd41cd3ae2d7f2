#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/finding/baseline.hpp"
#include "core/store/record.hpp"

namespace assay::core {

/// The version of all JSON that Assay prints or exports: "format" in each object and in the files of docs/schema. New
/// fields keep the number; a field that changes its meaning or goes away increases it.
inline constexpr int kJsonFormat = 1;

/// A way to write a campaign's findings: a row of the registry.
struct ExportFormat {
  std::string_view name;         ///< the name on the command line: "sarif"
  std::string_view description;  ///< for help texts
  std::string_view extension;    ///< with the dot
  std::string (*write)(const CampaignRecord& record);
};
[[nodiscard]] const std::vector<ExportFormat>& export_formats();
/// The format with this name; null: there is none.
[[nodiscard]] const ExportFormat* export_format(std::string_view name);

/// For a campaign that compares targets: a line for each target with its numbers of changes, then the changed inputs
/// with the answer and the CPU time of each target, the gravest first, at most `max_rows`. Empty for other campaigns.
[[nodiscard]] std::string comparison_text(const CampaignRecord& record, std::size_t max_rows);

/// For a campaign that runs variants of its inputs: a line for each target with its numbers of classes, then the
/// inputs, the gravest class first, at most `max_rows`. Empty for other campaigns.
[[nodiscard]] std::string stability_text(const CampaignRecord& record, std::size_t max_rows);

/// An archive for each finding, `ID.tar`, with its report, reproduction, original and reduced input, and finding.json,
/// in the POSIX format ustar. The root is the finding's folder.
[[nodiscard]] std::vector<File> finding_archives(const CampaignRecord& record);

/// The result of running a finding's case on a newer target.
struct RecheckedFinding {
  const Finding* finding = nullptr;
  VersionAnswer answer;  ///< Right: fixed; Wrong: still fails; `version` is the target's
  std::string fixed_in;  ///< the release with the fix, by the finding's histories; empty: not known
};
/// JUnit XML. A finding is a test case that passes if the bug is fixed, and is skipped if the case could not be judged.
[[nodiscard]] std::string junit_of(const std::vector<RecheckedFinding>& findings);

/// A label whose cases fail more often than other cases, which hints at the cause.
struct Cause {
  std::string target;
  std::string kind;          ///< of the bugs
  std::string label;         ///< Case::labels
  std::uint64_t failed = 0;  ///< cases with the label that failed with a bug of this kind
  std::uint64_t judged = 0;  ///< all judged cases with the label
  double share_of_all = 0;   ///< share of all judged cases of the target that failed with a bug of this kind
};
/// For each target and kind of bug, the labels that best separate failing cases from others, the best first (by the
/// log-likelihood of the number of failures among the label's cases). At max_labels `max_labels` for each target and
/// kind.
[[nodiscard]] std::vector<Cause> likely_causes(const CampaignRecord& record, std::size_t max_labels);

/// Findings of one target and kind whose inputs have something rare in common, which hints at one cause.
struct FindingCluster {
  std::string target;
  std::string kind;
  /// Words, operators and classes of numbers that all inputs of the cluster have, the rarest first; at most four.
  /// Empty: they have nothing that other inputs lack.
  std::vector<std::string> common;
  std::vector<const Finding*> findings;
  std::size_t others = 0;  ///< findings outside of the cluster that have all of `common`
};
/// Each finding in one cluster, the largest clusters first. The trait that most findings share, weighted by its rarity,
/// makes a cluster of them, and so on with the rest. How rare a trait is, the labels of all judged cases tell, or else
/// the inputs before their reduction.
[[nodiscard]] std::vector<FindingCluster> finding_clusters(const CampaignRecord& record);

/// How often the judged cases of all targets had a certain answer to a question: from labels "question = answer".
struct Share {
  std::string question;
  std::string answer;
  std::uint64_t count = 0;
  std::uint64_t all = 0;  ///< cases with any answer to the question; 0: no case answered it
};
/// The shares, sorted by question and answer.
[[nodiscard]] std::vector<Share> label_shares(const CampaignRecord& record);

struct ReportView {
  const Baseline* baseline = nullptr;  ///< marks findings as known or new; null: no marks
  std::string address;                 ///< the campaign's page in `assay serve`, which updates itself; empty: a file
};
/// The campaign as one HTML page. It needs no network and runs only its own scripts.
[[nodiscard]] std::string html_report(const CampaignRecord& record, const ReportView& view = {});

}  // namespace assay::core
