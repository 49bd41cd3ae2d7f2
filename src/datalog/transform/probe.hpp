#pragma once

#include <cstdint>

#include "datalog/transform/places.hpp"

namespace assay::datalog {

// Whether a change of one rule does anything to what its heads have, as far as the samples say: directed
// transformations prefer places where it does. A bounded guess; where the samples do not say, the answer is yes.

/// Whether a new or loosened rule derives a tuple that its head's relation does not have.
[[nodiscard]] bool gains(const Workspace& workspace, const Rule& rule);
/// Whether the rule at `place`, replaced by `by`, no longer derives something that no other rule or fact gives its
/// first head.
[[nodiscard]] bool loses(const Workspace& workspace, std::uint32_t place, const Rule& by);

}  // namespace assay::datalog
