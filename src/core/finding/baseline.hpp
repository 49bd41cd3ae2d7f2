#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/finding/finding.hpp"

namespace assay::core {

/// The properties that tell whether findings of two campaigns are the same bug.
struct BugTraits {
  std::string target;               ///< TargetInfo::name; empty: any
  std::string signature;            ///< of the reduced case
  std::optional<BugKind> kind;      ///< nullopt: not known, and only equal signatures match
  std::string reason;               ///< normalised (base/message.hpp)
  bool reduction_is_cut = false;    ///< Finding::reduction_is_cut
  std::vector<std::string> causes;  ///< Finding::causes, in alphabetical order
};
[[nodiscard]] BugTraits traits_of(const Finding& finding);

/// How well two findings match.
enum class BugMatch : std::uint8_t {
  None,
  Possible,  ///< a reduction was cut, and no known property tells the bugs apart
  Same,      ///< their signatures are equal
};
/// Compares everything but the targets. If both reductions are complete, only equal signatures match. If one was cut,
/// the match is Possible if kind and reason are equal and the cut case has all causes of the other one. If both were
/// cut, one shared cause is enough. A case without causes matches every case.
[[nodiscard]] BugMatch match(const BugTraits& a, const BugTraits& b);

/// A list of known findings, which do not count for the exit code.
class Baseline {
 public:
  Baseline() = default;
  /// Reads the output of `findings export --format baseline` (JSON), or a text file with one signature per line. Empty
  /// lines and lines that start with '#' are ignored.
  [[nodiscard]] static Result<Baseline> load(const std::string& path);
  [[nodiscard]] static Result<Baseline> parse(std::string_view text, const std::string& path);

  /// The best match of the finding with an entry. An entry with a target matches findings of that target; one without
  /// matches findings of any target.
  [[nodiscard]] BugMatch match_of(const Finding& finding) const;
  /// True if the finding is known, or may be.
  [[nodiscard]] bool covers(const Finding& finding) const { return match_of(finding) != BugMatch::None; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  std::vector<BugTraits> entries_;
};

/// The findings that the baseline does not cover and that no person has settled (Triage::is_settled).
[[nodiscard]] std::vector<const Finding*> uncovered(const std::vector<Finding>& findings, const Baseline& baseline);

/// True if the text is a baseline in JSON; false for a list of signatures.
[[nodiscard]] bool is_baseline(std::string_view text);
/// The findings of a baseline together with the cases in it, for a replay. Finding::original is empty if the baseline
/// has no case for the finding (baselines of Assay 1.0.0, and cases that are not UTF-8).
[[nodiscard]] Result<std::vector<Finding>> findings_of_baseline(std::string_view text, const std::string& path);

}  // namespace assay::core
