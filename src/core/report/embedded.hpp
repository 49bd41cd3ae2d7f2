#pragma once

#include "assay/core/embedded.hpp"

namespace assay::core {

[[nodiscard]] const EmbeddedFile& chart_script();  ///< Chart.js
[[nodiscard]] const EmbeddedFile& live_script();   ///< for pages that are served
[[nodiscard]] const EmbeddedFile& page_script();
[[nodiscard]] const EmbeddedFile& page_style();

}  // namespace assay::core
