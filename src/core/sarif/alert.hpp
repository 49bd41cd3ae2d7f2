#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/sarif/sarif.hpp"

namespace assay::core {

/// The place of a result in a report: the numbers of its run and of the result in the run.
struct SarifPlace {
  std::size_t run = 0, result = 0;
  bool operator==(const SarifPlace&) const = default;
};

/// An alert: one or several equal results of a report, resolved against the tables of their run.
struct SarifAlert {
  std::string tool, rule;
  std::string level;                                            ///< "error", "warning", "note", "none"
  std::string file;                                             ///< as sarif_path; empty: none
  std::string function;                                         ///< from a logical location; empty: not known
  std::string message;                                          ///< with its arguments, and single spaces
  unsigned line = 0, column = 0, end_line = 0, end_column = 0;  ///< 0: not known
  std::string snippet;                                          ///< the text of its region; empty: not known
  std::string guid;                                             ///< correlationGuid; empty: none
  std::map<std::string, std::string> fingerprints, partial_fingerprints;
  bool is_suppressed = false;
  std::vector<SarifPlace> places;  ///< of the equal results, the first one first
};

/// The alerts of a report in the order of their file, line, column, rule and message.
struct SarifAlerts {
  std::vector<SarifAlert> alerts;
  std::set<std::string> files;  ///< all files that the report names
  std::set<std::string> tools;
  std::size_t copies = 0;      ///< results that are equal to another one
  std::size_t not_alerts = 0;  ///< results of the kinds pass, notApplicable and informational, and absent ones
  /// Deprecated names of rules, for each the present one: of tool and rule.
  std::map<std::pair<std::string, std::string>, std::string> renamed_rules;
};
/// `log`: as SarifReport::log.
[[nodiscard]] SarifAlerts alerts_of(const SarifJson& log);
/// True if the result is an alert: of the kind fail, open or review, and not absent.
[[nodiscard]] bool is_sarif_alert(const SarifJson& result);
/// SARIF section 3.27.23: it has suppressions, and none of them is rejected or under review.
[[nodiscard]] bool is_sarif_suppressed(const SarifJson& result);

}  // namespace assay::core
