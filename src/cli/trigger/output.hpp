#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "trigger/report.hpp"

namespace assay::cli {

/// The printed report of one check of a script.
struct TriggerPage {
  const smt::TermStore& store;
  const std::string& file;
  const trigger::CheckReport& check;
  bool several = false;  ///< whether the script has several checks
  const trigger::ReportOptions& options;
  const trigger::SourceNames& names;
  std::vector<std::string> emitted;  ///< the files of the completed scripts; may be empty
};

/// The report as text, with colours if standard output is a terminal. Empty for a check that was not examined.
[[nodiscard]] std::string trigger_text(const TriggerPage& page);
/// The text after all reports: which of the script's `count` checks were examined, and why the others were not.
[[nodiscard]] std::string trigger_summary(const std::string& file, const std::vector<trigger::CheckReport>& checks,
                                          std::size_t count);
/// The report as one line of JSON.
[[nodiscard]] std::string trigger_json(const TriggerPage& page);
/// The meaning of the verdict in one sentence.
[[nodiscard]] std::string trigger_explanation(const trigger::Report& report, bool axioms_only);

}  // namespace assay::cli
