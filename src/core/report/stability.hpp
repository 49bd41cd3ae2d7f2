#pragma once

#include <string>

#include "core/store/record.hpp"

namespace assay::core {

/// True if the campaign runs variants of its inputs (Measurement::sampling).
[[nodiscard]] bool is_sampled(const CampaignRecord& record);
/// "unsat: 8 of 14, median 0.42 s" of a sampled run.
[[nodiscard]] std::string sampling_text(const MeasuredRun& run);
/// Markup: how many inputs each target has in each class, and a table of all inputs. Empty for other campaigns.
[[nodiscard]] std::string stability_section(const CampaignRecord& record);

}  // namespace assay::core
