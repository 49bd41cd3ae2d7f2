#pragma once

#include <string>
#include <string_view>

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

[[nodiscard]] std::string_view name(Outcome::Status status);

/// Writes and reads an outcome as one JSON text. Checks are arrays of their five parts.
[[nodiscard]] std::string to_json_text(const Outcome& outcome);
[[nodiscard]] Result<Outcome> outcome_from_json(std::string_view text);

}  // namespace assay::analyzer::tune
