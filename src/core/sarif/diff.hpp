#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sarif/alert.hpp"
#include "core/sarif/report.hpp"

namespace assay::core {

/// SARIF's baselineState (section 3.27.24).
enum class AlertState : unsigned char { New, Absent, Unchanged, Updated };
/// "new", "absent", "unchanged", "updated"
[[nodiscard]] std::string_view name(AlertState state);

/// An alert of two reports.
struct AlertChange {
  AlertState state = AlertState::New;
  std::optional<std::size_t> before, after;  ///< indices of the alerts
  std::string_view evidence;                 ///< as AlertPair::evidence
  bool has_moved = false;                    ///< to another file, line or column
};

/// The differences of two reports.
struct SarifDiff {
  SarifAlerts before, after;
  /// The new report's alerts in their order, then the absent ones in theirs.
  std::vector<AlertChange> changes;
  std::vector<std::string> notes;

  [[nodiscard]] std::size_t count(AlertState state) const;
  [[nodiscard]] const SarifAlert& alert(const AlertChange& change) const {
    return change.after ? after.alerts[*change.after] : before.alerts[*change.before];
  }
};

/// The folders with the sources of both versions. Both are empty, or none.
struct SourceRoots {
  std::string before, after;
};
/// An alert is unchanged if its message, its level, and its code as far as it is known are the same; it may have moved.
[[nodiscard]] SarifDiff compare_sarif(const SarifReport& before, const SarifReport& after, const SourceRoots& roots);

/// The new report with a baselineState for each alert, and with the absent results of the old report.
[[nodiscard]] SarifJson with_baseline(const SarifReport& before, const SarifReport& after, const SarifDiff& diff);

/// The alert as JSON, for `assay sarif diff --json`.
[[nodiscard]] SarifJson change_json(const SarifDiff& diff, const AlertChange& change);

}  // namespace assay::core
