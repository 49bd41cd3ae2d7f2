#pragma once

#include <string>

#include "core/campaign/observer.hpp"

namespace assay::cli {

/// The event as one line of JSON: an object with the key "event" and the event's fields (docs/user/output.md).
[[nodiscard]] std::string json_line(const core::Event& event);

}  // namespace assay::cli
