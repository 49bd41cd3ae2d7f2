#pragma once

#include <string>
#include <vector>

#include "core/report/page.hpp"
#include "core/store/record.hpp"

namespace assay::core {

/// The runs of one input on all targets.
struct ComparisonRow {
  std::string name;
  std::vector<const MeasuredRun*> runs;  ///< by target; null: not run
  std::size_t worst = 0;                 ///< position of the gravest change in all_changes()
  std::size_t first_changed = 0;         ///< the first target with a change that costs the user something; 0: none
};
/// The rows of a campaign that compares targets, the gravest change first; within a change in the order of the inputs.
[[nodiscard]] std::vector<ComparisonRow> comparison_rows(const CampaignRecord& record);

/// "unsat 0.42 s"
[[nodiscard]] std::string cell_text(const MeasuredRun& run);

/// The charts: for each further target, both CPU times of each input; and how many inputs each target answers in which
/// time.
[[nodiscard]] std::vector<PageChart> comparison_charts(const CampaignRecord& record);
/// Markup: how many inputs changed for each target, the charts, a table of all inputs. Empty for other campaigns.
[[nodiscard]] std::string comparison_section(const CampaignRecord& record, const std::vector<PageChart>& charts);

}  // namespace assay::core
