#pragma once

#include <string>

#include "assay/core/history.hpp"

namespace assay::core {

/// The history as one JSON object.
[[nodiscard]] std::string history_to_json(const History& history);

}  // namespace assay::core
