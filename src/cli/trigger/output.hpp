#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/trigger/report.hpp"

namespace assay::cli {

/// The printed report of one check of a script.
struct TriggerPage {
  const smt::TermStore& store;
  const std::string& file;
  const trigger::CheckReport& check;
  bool several = false;  ///< the script has several checks
  const trigger::ReportOptions& options;
  const trigger::SourceNames& names;
  std::vector<std::string> emitted;  ///< the files that the completed scripts were written to, or none
};

/// For people. Colours where standard output takes them. Nothing for a check that was not examined.
[[nodiscard]] std::string trigger_text(const TriggerPage& page);
/// For people, after the texts of all checks: which of the script's `count` checks were looked at, and why not the
/// others.
[[nodiscard]] std::string trigger_summary(const std::string& file, const std::vector<trigger::CheckReport>& checks,
                                          std::size_t count);
/// One line.
[[nodiscard]] std::string trigger_json(const TriggerPage& page);
/// What the verdict means, in one sentence.
[[nodiscard]] std::string trigger_explanation(const trigger::Report& report, bool axioms_only);

}  // namespace assay::cli
