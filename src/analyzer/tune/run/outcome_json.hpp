#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "analyzer/command/process_end.hpp"
#include "analyzer/tune/space/tune.hpp"
#include "core/io/json_fields.hpp"

namespace assay::analyzer {

inline constexpr auto json_fields(const CheckKey*) {
  return core::required_fields("file", &CheckKey::file, "function", &CheckKey::function, "line", &CheckKey::line,
                               "kind", &CheckKey::kind, "property", &CheckKey::property);
}

}  // namespace assay::analyzer

namespace assay::analyzer::tune {

/// An outcome as one JSON text, and back. Checks are arrays of their five parts.
[[nodiscard]] std::string to_json_text(const Outcome& outcome);
[[nodiscard]] Result<Outcome> outcome_from_json(std::string_view text);

}  // namespace assay::analyzer::tune
