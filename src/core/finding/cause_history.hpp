#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/finding/finding.hpp"

namespace assay::core {

/// Findings with one cause (equal kinds and signatures), and what each release does with them.
struct CauseHistory {
  std::vector<const Finding*> findings;  ///< at least one; the first represents the cause
  /// Wrong if a finding is wrong, right if all are right, else the first answer that is neither.
  History history;
  std::vector<const Finding*> shown;  ///< for each answer of `history`, the finding that gave it
};

/// The causes of one target, by release.
struct TargetHistory {
  std::string target;                 ///< "z3"
  std::vector<std::string> versions;  ///< the oldest first; the answers of all causes are about these, in this order
  std::vector<CauseHistory> causes;   ///< the gravest kind first, then by reason, then by the first wrong release
};
/// Groups the findings by their causes. An answer that the findings' histories lack is "not judged: not run".
[[nodiscard]] TargetHistory target_history(const std::string& target, const std::vector<std::string>& versions,
                                           const std::vector<const Finding*>& findings);

/// Numbers of causes by their answer on one release.
struct AliveCauses {
  std::size_t wrong = 0;
  std::size_t unknown = 0;  ///< neither wrong nor right
};
/// One element for each release.
[[nodiscard]] std::vector<AliveCauses> alive_causes(const TargetHistory& history);

/// The answer of a finding's history on a release; null: there is none.
[[nodiscard]] const VersionAnswer* answer_on(const Finding& finding, const std::string& target,
                                             const std::string& version);

/// The shell command that runs the finding on a release: "assay replay out/findings/z3-17 --target z3@4.8.12".
[[nodiscard]] std::string replay_command(const Finding& finding, const std::string& target, const std::string& version);

}  // namespace assay::core
