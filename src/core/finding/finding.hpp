#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/case.hpp"
#include "core/case/reproduction.hpp"
#include "core/finding/history.hpp"
#include "core/finding/triage.hpp"

namespace assay::core {

/// The state of the work on a finding. Each status except Duplicate and Unconfirmed counts as one bug.
enum class FindingStatus : std::uint8_t {
  Confirmed,    ///< stored, but not reduced yet: a resume reduces it
  Partial,      ///< reduced in part when the campaign stopped: a resume continues
  Reduced,      ///< as small as the reducer could make it
  Unreduced,    ///< not reduced, because it fails only sometimes, or because the reducer lost the failure
  Duplicate,    ///< has the target and signature of another finding, which represents it
  Unconfirmed,  ///< no fresh process showed it: kept as evidence, but not counted
};
[[nodiscard]] std::string_view name(FindingStatus status);
[[nodiscard]] std::optional<FindingStatus> finding_status(std::string_view name);

/// "cut" or "complete": the name of Finding::reduction_is_cut in files.
[[nodiscard]] std::string_view reduction_name(bool is_cut);

/// A confirmed bug with its evidence: the content of a finding's folder (docs/dev/store.md).
struct Finding {
  std::string id;  ///< target and case index: unique in a campaign, its shards and their merge; the folder's name
  FindingStatus status = FindingStatus::Confirmed;
  BugKind kind = BugKind::Crash;
  std::string reason;     ///< Verdict::reason
  std::string detail;     ///< Verdict::detail: expected and actual result
  std::string signature;  ///< of the reduced case; empty while the status is Confirmed
  /// The reduction ended early (a limit, a stop, a lost failure). The same bug may then have another signature in
  /// another campaign.
  bool reduction_is_cut = false;
  std::vector<std::string> causes;  ///< Tester::causes of the smallest case
  bool compared = false;            ///< the verdict is that of Tester::compare, so a replay needs all targets

  std::string target;  ///< TargetInfo::name
  std::string target_version;
  std::vector<std::string> target_command;  ///< TargetInfo::command
  std::vector<std::string> command;         ///< of the failed run; "{input}" stands for the file input_name()
  std::string input;                        ///< Trial::input of that run
  std::string answer;                       ///< Trial::answer of that run
  std::string output;                       ///< Trial::output of that run, printable

  Case original;
  std::optional<Case> reduced;
  /// Shows the bug without Assay (Tester::reproduction). Empty until the finding has been reduced and signed; reports
  /// then use reproduction_of_run.
  Reproduction reproduction;

  std::vector<History> histories;  ///< results of other versions of targets on the smallest case
  Triage triage;                   ///< a person's judgement; only in a campaign's record

  unsigned confirmed = 0;         ///< fresh runs that failed in the same way ...
  unsigned confirmations = 0;     ///< ... out of these
  double first_seen_seconds = 0;  ///< campaign seconds
  std::uint64_t duplicates = 0;   ///< other cases of the campaign whose reduction has the same signature
  std::uint64_t alike = 0;        ///< cases with the same target, kind and reason that were only counted

  std::string module;             ///< Module::name
  std::string configuration;      ///< Module::configuration (TOML), from which the target can be made again
  std::uint64_t seed = 0;         ///< of the campaign
  std::uint64_t fingerprint = 0;  ///< Module::fingerprint
  std::string folder;             ///< where the finding is stored; empty if it could not be stored

  /// The reduced case if there is one, else the original case.
  [[nodiscard]] const Case& smallest() const { return reduced ? *reduced : original; }
  /// Name of the smallest case's file that the failed run read; "input" if the case has no file.
  [[nodiscard]] std::string input_name() const;
  /// Bytes of the original case's file that the failed run read (`input`), or of its first file if `input` is not
  /// there.
  [[nodiscard]] std::size_t original_bytes() const;
  [[nodiscard]] std::size_t smallest_bytes() const;
};

/// Reads a finding from its folder or its finding.json; the rest of the campaign is not needed.
[[nodiscard]] Result<Finding> load_finding(const std::string& path);

/// Adds results of other versions to the finding and to its folder.
[[nodiscard]] Status keep_history(Finding& finding, const History& history);

/// The reproduction that consists of the failed run alone: its command on the smallest case's input.
[[nodiscard]] Reproduction reproduction_of_run(const Finding& finding);
/// The finding's own reproduction if there is one, else reproduction_of_run.
[[nodiscard]] Reproduction reproduction_of(const Finding& finding);
/// The content of the finding's folder `reproduce/`: `run.sh` and the files that it reads.
[[nodiscard]] std::vector<File> reproduction_files(const Finding& finding);

/// The finding as Markdown for an issue tracker (the folder's report.md): the complete input, the command, its output,
/// and the expected output with the reason.
[[nodiscard]] std::string issue_text(const Finding& finding);
/// The text as a fenced block, whose fence is longer than any in the text.
[[nodiscard]] std::string markdown_block(const std::string& text, const std::string& language);
/// The text on one line, with all characters escaped that Markdown gives a meaning.
[[nodiscard]] std::string markdown_line(std::string_view text);

}  // namespace assay::core
