#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/analyzer/tune_job.hpp"
#include "assay/core/page.hpp"

namespace assay::analyzer::tune {

/// How much the page says of one piece of code.
struct CodeDetail {
  bool charts = true;
  bool open = false;
  std::size_t rows = 200;  ///< most of each table
  Tuning::Goal goal = Tuning::Goal::Proofs;
};

/// What the page says of one piece of code, and the charts that the markup has panels for.
struct CodeSection {
  std::string markup;
  std::vector<core::PageChart> charts;
};
/// `number` tells the pieces of code of a page apart.
[[nodiscard]] CodeSection code_section(const Tuned& tuned, std::size_t number, const Budget& budget,
                                       const CodeDetail& detail);

/// "2.31 s"; "4.5 min" of a long time.
[[nodiscard]] std::string cpu_text(double seconds);
/// "120 MiB".
[[nodiscard]] std::string memory_text(std::uint64_t bytes);
/// "Alarms" of "alarms".
[[nodiscard]] std::string titled(std::string_view words);

}  // namespace assay::analyzer::tune
