#pragma once

#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// What the instruction makes of its arguments. An observation works on a copy and gives that.
[[nodiscard]] ElementPtr execute(const Instruction& instruction, const std::vector<Element*>& arguments,
                                 Domain& domain);
/// Whether the result must mean what its argument means.
[[nodiscard]] bool is_observation(Operation operation);

}  // namespace assay::domain
