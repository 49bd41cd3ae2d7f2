#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/store/record.hpp"

namespace assay::core {

using Curve = std::vector<std::pair<double, double>>;

/// Tests per second over campaign seconds, averaged over at most `points` intervals of equal length.
[[nodiscard]] Curve rate_curve(const std::vector<Sample>& samples, std::size_t points);
/// Findings over campaign seconds: the two ends, and a point at each change.
[[nodiscard]] Curve findings_curve(const CampaignRecord& record);

/// The JSON with '<', '>', '&' and line separators escaped, so that it can stand inside a script element.
[[nodiscard]] std::string script_safe(std::string json);

}  // namespace assay::core
