#pragma once

#include <string>
#include <string_view>

#include "assay/analyzer/tune.hpp"

namespace assay::analyzer::tune {

[[nodiscard]] std::string_view name(Outcome::Status status);

/// An outcome as one JSON text, and back. Checks are arrays of their five parts.
[[nodiscard]] std::string to_json_text(const Outcome& outcome);
[[nodiscard]] Result<Outcome> outcome_from_json(std::string_view text);

}  // namespace assay::analyzer::tune
