#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/finding.hpp"

namespace assay::core {

/// The properties by which a baseline tells whether findings of two campaigns are the same bug.
struct BugTraits {
  std::string target;               ///< TargetInfo::name; empty: any
  std::string signature;            ///< of the reduced case
  std::optional<BugKind> kind;      ///< nullopt: not known, only the signature counts
  std::string reason;               ///< normalised (assay/base/message.hpp)
  bool reduction_is_cut = false;    ///< Finding::reduction_is_cut
  std::vector<std::string> causes;  ///< Finding::causes, in alphabetical order
};
[[nodiscard]] BugTraits traits_of(const Finding& finding);

/// Whether two findings are the same bug.
enum class BugMatch : std::uint8_t {
  None,
  Possible,  ///< a reduction was cut, and nothing that is known tells the bugs apart
  Same,      ///< their signatures are equal
};
/// Compares all but the targets. Where both reductions are complete, only equal signatures match. Where one was cut,
/// the bugs may be the same if they have the same kind and reason, and the cut case has all causes of the other one.
/// If both were cut, one shared cause is enough. A case without causes matches every case.
[[nodiscard]] BugMatch match(const BugTraits& a, const BugTraits& b);

/// Findings that are known: they do not count for the exit code.
class Baseline {
 public:
  Baseline() = default;
  /// Reads what `findings export --format baseline` writes (JSON), or a text file with one signature a line; empty
  /// lines and lines that start with '#' do not count.
  [[nodiscard]] static Result<Baseline> load(const std::string& path);
  [[nodiscard]] static Result<Baseline> parse(std::string_view text, const std::string& path);

  /// The best match of the finding with an entry. An entry with a target matches findings of that target; one without
  /// matches findings of any target.
  [[nodiscard]] BugMatch match_of(const Finding& finding) const;
  /// Whether the finding is known, or may be.
  [[nodiscard]] bool covers(const Finding& finding) const { return match_of(finding) != BugMatch::None; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  std::vector<BugTraits> entries_;
};

/// The findings that the baseline does not cover and that no person has settled (Triage::is_settled).
[[nodiscard]] std::vector<const Finding*> uncovered(const std::vector<Finding>& findings, const Baseline& baseline);

/// Whether the text is a baseline in JSON. A list of signatures is none.
[[nodiscard]] bool is_baseline(std::string_view text);
/// The findings of a baseline with the cases that it carries, for a replay. A finding without a case (the baseline is
/// of Assay 1.0.0, or the case is not UTF-8) has an empty Finding::original.
[[nodiscard]] Result<std::vector<Finding>> findings_of_baseline(std::string_view text, const std::string& path);

}  // namespace assay::core
