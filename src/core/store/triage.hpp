#pragma once

#include <map>
#include <string>

#include "assay/base/result.hpp"
#include "core/finding/triage.hpp"
#include "core/store/database.hpp"

namespace assay::core {

// Triage of findings: the table `triage`, which campaigns of older schemas lack.

[[nodiscard]] Result<std::map<std::string, Triage>> read_triage(Database& database);  ///< by finding id
/// Replaces the stored triage, unless that was changed at the same time or later.
[[nodiscard]] Status keep_newer_triage(Database& database, const std::string& id, const Triage& triage);
/// `loser` has become a duplicate of `winner`: the winner gets the newer triage of both.
[[nodiscard]] Status hand_over_triage(Database& database, const std::string& loser, const std::string& winner);
/// The finding that represents `id`: itself, or the finding that it duplicates. An Error if `id` does not exist.
[[nodiscard]] Result<std::string> standing_finding(Database& database, const std::string& id);

/// The current time as "2026-11-28T07:30:00Z".
[[nodiscard]] std::string utc_now();

}  // namespace assay::core
