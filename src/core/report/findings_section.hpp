#pragma once

#include <string>

#include "core/report/report.hpp"

namespace assay::core {

/// The number of findings of each kind, as markup; the gravest kind first.
[[nodiscard]] std::string kind_counts(const CampaignRecord& record);
/// All findings, the gravest first: a table if there are several, then each finding in full.
[[nodiscard]] std::string findings_section(const CampaignRecord& record, const ReportView& view);

}  // namespace assay::core
