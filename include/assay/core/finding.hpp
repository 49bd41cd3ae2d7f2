#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/history.hpp"
#include "assay/core/reproduction.hpp"
#include "assay/core/triage.hpp"

namespace assay::core {

/// How far a finding's work has got. Every status but Duplicate and Unconfirmed stands for one bug that counts.
enum class FindingStatus : std::uint8_t {
  Confirmed,    ///< stored; its reduction has not ended: a resume takes it up
  Partial,      ///< reduced until the campaign stopped: a resume goes on
  Reduced,      ///< as small as the reducer could make it
  Unreduced,    ///< it is not reduced: it fails only sometimes, or the reducer lost the failure
  Duplicate,    ///< it has the target and signature of another finding, which stands for it
  Unconfirmed,  ///< no fresh process showed it: kept as evidence beside the findings, and in no count
};
[[nodiscard]] std::string_view name(FindingStatus status);
[[nodiscard]] std::optional<FindingStatus> finding_status(std::string_view name);

/// "cut" or "complete": Finding::reduction_is_cut in files.
[[nodiscard]] std::string_view reduction_name(bool is_cut);

/// A confirmed bug with its evidence: what a finding's folder holds (docs/dev/store.md).
struct Finding {
  std::string id;  ///< target and case index: unique in a campaign, its shards and their merge; a folder name
  FindingStatus status = FindingStatus::Confirmed;
  BugKind kind = BugKind::Crash;
  std::string reason;     ///< Verdict::reason
  std::string detail;     ///< Verdict::detail: what was expected and what came
  std::string signature;  ///< of the reduced case; empty while the status is Confirmed
  /// The reduction did not come to its end (a limit, a stop, a lost failure): the same bug may have another signature
  /// in another campaign.
  bool reduction_is_cut = false;
  std::vector<std::string> causes;  ///< Tester::causes of the smallest case
  bool compared = false;            ///< the verdict came from Tester::compare: a replay needs all targets

  std::string target;  ///< TargetInfo::name
  std::string target_version;
  std::vector<std::string> target_command;  ///< TargetInfo::command
  std::vector<std::string> command;         ///< of the run that failed; "{input}" stands for the file input_name()
  std::string input;                        ///< Trial::input of that run
  std::string answer;                       ///< Trial::answer of that run
  std::string output;                       ///< Trial::output of that run, printable

  Case original;
  std::optional<Case> reduced;
  /// How the bug is shown without Assay (Tester::reproduction). Empty until the finding has been reduced and signed;
  /// reports then use reproduction_of_run.
  Reproduction reproduction;

  std::vector<History> histories;  ///< what versions of targets do with the smallest case
  Triage triage;                   ///< what a person says about it; only in a campaign's record

  unsigned confirmed = 0;         ///< fresh runs that failed in the same way ...
  unsigned confirmations = 0;     ///< ... out of these
  double first_seen_seconds = 0;  ///< campaign seconds
  std::uint64_t duplicates = 0;   ///< other cases of the campaign that were reduced to the same signature
  std::uint64_t alike = 0;        ///< cases with the same target, kind and reason that were counted, but not reduced

  std::string module;             ///< Module::name
  std::string configuration;      ///< Module::configuration (TOML): enough to make the target again
  std::uint64_t seed = 0;         ///< of the campaign
  std::uint64_t fingerprint = 0;  ///< Module::fingerprint
  std::string folder;             ///< where it was read from or written to; empty when it could not be stored

  /// The reduced case, or else the original one.
  [[nodiscard]] const Case& smallest() const { return reduced ? *reduced : original; }
  /// Of the smallest case's file that the run that failed read; "input" when the case has no file.
  [[nodiscard]] std::string input_name() const;
  /// Bytes of the file that the run that failed read (`input`), or of the first file if the case has no such file.
  [[nodiscard]] std::size_t original_bytes() const;
  [[nodiscard]] std::size_t smallest_bytes() const;
};

/// Reads one finding's folder (or its finding.json); the campaign need not be there.
[[nodiscard]] Result<Finding> load_finding(const std::string& path);

/// Adds what versions do to the finding and to its folder.
[[nodiscard]] Status keep_history(Finding& finding, const History& history);

/// The reproduction that follows from the failed run alone: its command on the smallest case's input.
[[nodiscard]] Reproduction reproduction_of_run(const Finding& finding);
/// The finding's own reproduction, or else reproduction_of_run.
[[nodiscard]] Reproduction reproduction_of(const Finding& finding);
/// The content of the finding's folder `reproduce/`: `run.sh` and the files that it reads.
[[nodiscard]] std::vector<File> reproduction_files(const Finding& finding);

/// The finding as Markdown, ready to paste into an issue tracker (the folder's report.md): the complete input, the
/// command, what it prints, what it should print and why.
[[nodiscard]] std::string issue_text(const Finding& finding);

}  // namespace assay::core
