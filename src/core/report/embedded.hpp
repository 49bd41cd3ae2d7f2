#pragma once

#include <vector>

#include "core/io/embedded.hpp"

namespace assay::core {

[[nodiscard]] const EmbeddedFile& chart_script();      ///< Chart.js
[[nodiscard]] const EmbeddedFile& live_script();       ///< updates served pages
[[nodiscard]] const EmbeddedFile& page_script();       ///< draws the charts
[[nodiscard]] const EmbeddedFile& highlight_script();  ///< colours inputs
[[nodiscard]] const EmbeddedFile& diff_script();       ///< shows the difference of two texts
[[nodiscard]] const EmbeddedFile& tools_script();      ///< search, filters, sorting, copying; uses highlight and diff
[[nodiscard]] const EmbeddedFile& page_style();

/// The scripts of a page, in the order in which they run.
[[nodiscard]] std::vector<const EmbeddedFile*> page_scripts(bool live);

}  // namespace assay::core
