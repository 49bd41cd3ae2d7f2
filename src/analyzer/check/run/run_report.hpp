#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The report of a checked program (data/analyzers/runtime/assay_check.c).
struct RunReport {
  std::vector<CheckedFact> facts;
  bool undefined = false;
  std::string undefined_at;
  bool complete = false;  ///< the report has its last line
  std::string end;        ///< the end of the program: "exit", "signal 11", "time"
};
/// Reads a report with this number of facts. Unreadable lines are skipped, such as the last line of a program that was
/// killed. Numbers of facts that do not exist are skipped, too, because a program under test may write anything.
[[nodiscard]] RunReport read_run_report(std::string_view text, std::size_t facts);

}  // namespace assay::analyzer
