#pragma once

#include <span>
#include <string_view>

#include "domain/reproduction/texts.hpp"

namespace assay::domain::crabs {

/// What programs begin with: headers and names of types.
[[nodiscard]] std::string_view beginning();
/// In the order in which they may use each other.
[[nodiscard]] std::span<const reproduction::FunctionText> basic_functions();
/// Whether an element has a point: by its constraints, or by meeting it with the point where it is more than those.
[[nodiscard]] std::span<const reproduction::FunctionText> contains_functions(bool by_meeting);

}  // namespace assay::domain::crabs
