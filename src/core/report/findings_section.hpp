#pragma once

#include <string>

#include "assay/core/report.hpp"

namespace assay::core {

/// How many findings there are of each kind, as markup; the gravest first.
[[nodiscard]] std::string kind_counts(const CampaignRecord& record);
/// All findings: a table of them where there are several, then each one in full; the gravest first.
[[nodiscard]] std::string findings_section(const CampaignRecord& record, const ReportView& view);

}  // namespace assay::core
