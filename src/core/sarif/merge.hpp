#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/sarif/report.hpp"

namespace assay::core {

/// One report made of several ones.
struct MergedSarif {
  std::shared_ptr<SarifJson> log;
  std::size_t runs = 0, results = 0;
  std::size_t copies = 0;  ///< results that were left out, because another one is equal
  std::vector<std::string> notes;
};

/// Joins the runs of one version of a tool (add_run). Of results with the same rule, place, function and message the
/// first one stays, but an unsuppressed result before a suppressed one, and gets the code flows of the others. Results
/// are sorted by file, line, column, rule and message; runs are in the order of the reports.
[[nodiscard]] MergedSarif merge_sarif(std::vector<SarifReport> reports);

}  // namespace assay::core
