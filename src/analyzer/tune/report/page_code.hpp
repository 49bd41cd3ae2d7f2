#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/tune/report/tune_job.hpp"
#include "core/report/page.hpp"

namespace assay::analyzer::tune {

/// How detailed the page is for one piece of code.
struct CodeDetail {
  bool charts = true;
  bool open = false;
  std::size_t rows = 200;  ///< maximum number of rows of each table
  Tuning::Goal goal = Tuning::Goal::Proofs;
};

/// The part of the page for one piece of code, and the charts for the panels in the markup.
struct CodeSection {
  std::string markup;
  std::vector<core::PageChart> charts;
};
/// `number` distinguishes the pieces of code on a page.
[[nodiscard]] CodeSection code_section(const Tuned& tuned, std::size_t number, const Budget& budget,
                                       const CodeDetail& detail);

/// "2.31 s"; "4.5 min" for a long time.
[[nodiscard]] std::string cpu_text(double seconds);
/// "120 MiB".
[[nodiscard]] std::string memory_text(std::uint64_t bytes);

}  // namespace assay::analyzer::tune
