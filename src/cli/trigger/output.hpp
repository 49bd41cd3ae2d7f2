#pragma once

#include <string>
#include <vector>

#include "assay/trigger/report.hpp"

namespace assay::cli {

/// What is printed about one script.
struct TriggerPage {
  const smt::TermStore& store;
  const std::string& file;
  const trigger::Report& report;
  const trigger::ReportOptions& options;
  std::vector<std::string> emitted;  ///< the files that the completed scripts were written to, or none
};

/// For people. Colours where standard output takes them.
[[nodiscard]] std::string trigger_text(const TriggerPage& page);
/// One line.
[[nodiscard]] std::string trigger_json(const TriggerPage& page);
/// What the verdict means, in one sentence.
[[nodiscard]] std::string trigger_explanation(const trigger::Report& report, bool axioms_only);

}  // namespace assay::cli
