#pragma once

#include <string>

#include "core/report/report.hpp"

namespace assay::core {

/// A finding in full, in a fold that is the address `#finding-ID`. `inside`: markup at the end of the fold.
[[nodiscard]] std::string finding_entry(const Finding& finding, const ModuleDescription& words, const ReportView& view,
                                        bool open, const std::string& inside = {});
/// The number of findings of each kind, as markup; the gravest kind first.
[[nodiscard]] std::string kind_counts(const CampaignRecord& record);
/// All findings, the gravest first: a table if there are several, then each finding in full.
[[nodiscard]] std::string findings_section(const CampaignRecord& record, const ReportView& view);

}  // namespace assay::core
