#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/store/record.hpp"

namespace assay::core {

/// Verdict counts of the tallies with one target, strategy or group.
struct TotalRow {
  std::string name;
  std::uint64_t passes = 0;
  std::uint64_t skips = 0;
  std::uint64_t bugs = 0;
  std::uint64_t findings = 0;
  double cpu_seconds = 0;
  [[nodiscard]] std::uint64_t verdicts() const { return passes + skips + bugs; }
};

enum class GroupBy { Everything, Target, Strategy, Group };
/// The rows sorted by name; a single row for Everything. Cases that could not be made count only in that row.
[[nodiscard]] std::vector<TotalRow> totals(const CampaignRecord& record, GroupBy by);
/// Tables of the skips and, if there are any, of the passes with a reservation, by reason.
[[nodiscard]] std::string reason_tables(const std::vector<Tally>& tallies);
[[nodiscard]] double campaign_seconds(const CampaignRecord& record);

/// One line that names a finding: "z3 answers ... (QF_LIA)".
[[nodiscard]] std::string title(const Finding& finding);

}  // namespace assay::core
