#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// What a checked program wrote (data/analyzers/runtime/assay_check.c).
struct RunReport {
  std::vector<Checked> facts;
  bool undefined = false;
  std::string undefined_at;
  bool complete = false;  ///< its last line is there
  std::string end;        ///< how the program ended: "exit", "signal 11", "time"
};
/// Lines that say nothing readable, such as the last one of a program that was killed while it wrote, are passed over.
/// A program under test may write what it likes, so numbers that no fact has are, too.
[[nodiscard]] RunReport read_run_report(std::string_view text, std::size_t facts);

}  // namespace assay::analyzer
