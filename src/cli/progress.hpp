#pragma once

#include <memory>
#include <string_view>

#include "core/campaign/observer.hpp"

namespace assay::cli {

/// The output of a campaign while it runs.
enum class Display {
  Auto,   ///< a block that redraws itself on a terminal, plain lines otherwise
  Quiet,  ///< warnings and errors only
  Json,   ///< one JSON object per event on standard output
};

[[nodiscard]] std::unique_ptr<core::Observer> make_display(Display display);

}  // namespace assay::cli
