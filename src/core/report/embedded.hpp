#pragma once

#include <vector>

#include "assay/core/embedded.hpp"

namespace assay::core {

[[nodiscard]] const EmbeddedFile& chart_script();      ///< Chart.js
[[nodiscard]] const EmbeddedFile& live_script();       ///< for pages that are served
[[nodiscard]] const EmbeddedFile& page_script();       ///< draws the charts
[[nodiscard]] const EmbeddedFile& highlight_script();  ///< colours of inputs
[[nodiscard]] const EmbeddedFile& diff_script();       ///< differences of two texts
[[nodiscard]] const EmbeddedFile& tools_script();      ///< search, filters, sorting, copying; uses the two before
[[nodiscard]] const EmbeddedFile& page_style();

/// The scripts of a page, in the order in which they run.
[[nodiscard]] std::vector<const EmbeddedFile*> page_scripts(bool live);

}  // namespace assay::core
