#pragma once

#include <map>
#include <string>

#include "assay/base/result.hpp"
#include "assay/core/triage.hpp"
#include "core/store/database.hpp"

namespace assay::core {

// What persons have said about findings: the table `triage`. A campaign of an older schema has none of it.

[[nodiscard]] Result<std::map<std::string, Triage>> read_triage(Database& database);  ///< by finding id
/// Replaces what is stored, unless that was changed at the same time or later.
[[nodiscard]] Status keep_newer_triage(Database& database, const std::string& id, const Triage& triage);
/// `winner`, of which `loser` has become a duplicate, gets the newer triage of both.
[[nodiscard]] Status hand_over_triage(Database& database, const std::string& loser, const std::string& winner);
/// The finding that stands for `id` now: itself, or the one that it duplicates. An Error when there is no such finding.
[[nodiscard]] Result<std::string> standing_finding(Database& database, const std::string& id);

/// Now, as "2026-11-28T07:30:00Z".
[[nodiscard]] std::string utc_now();

}  // namespace assay::core
