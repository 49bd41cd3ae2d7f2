#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/sarif/alert.hpp"

namespace assay::core {

/// One of two versions of a project: its alerts, and its sources if they are known.
struct AlertSide {
  const std::vector<SarifAlert>& alerts;
  const std::set<std::string>& files;  ///< all files that the report names
  std::string root;                    ///< the folder with the sources; empty: not known
};

/// An alert of the old version and the same alert of the new one, as indices.
struct AlertPair {
  std::size_t before = 0, after = 0;
  std::string_view evidence;  ///< what is equal: the text of a row of the table in match.cpp
  bool code_changed = false;  ///< the alert's statement or snippet is known to differ
};

/// Pairs the alerts that are the same in both versions; each alert is in one pair at most. The pairs depend on the
/// alerts alone. Rows of a table say which features of two alerts of one tool and rule must be equal, the strongest
/// evidence first; a row only sees alerts that no earlier row has paired. Among equal candidates the order in the file
/// stays, and an alert is expected where its neighbours have moved (docs/dev/sarif.md). Sorted by `before`.
[[nodiscard]] std::vector<AlertPair> match_alerts(const AlertSide& before, const AlertSide& after);

}  // namespace assay::core
