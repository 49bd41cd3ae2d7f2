#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/core/record.hpp"

namespace assay::core {

using Curve = std::vector<std::pair<double, double>>;

/// Tests per second over campaign seconds, averaged over at most `points` stretches of equal length.
[[nodiscard]] Curve rate_curve(const std::vector<Sample>& samples, std::size_t points);
/// Findings over campaign seconds: a point where the number changes, and the two ends.
[[nodiscard]] Curve findings_curve(const CampaignRecord& record);

/// JSON that may stand inside a script element: no '<', '>' or '&', no line separators.
[[nodiscard]] std::string script_safe(std::string json);

}  // namespace assay::core
