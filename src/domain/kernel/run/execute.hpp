#pragma once

#include <vector>

#include "assay/domain/program.hpp"
#include "domain/kernel/element/operation_table.hpp"

namespace assay::domain {

/// What the instruction makes of its arguments. An observation works on a copy and gives that.
[[nodiscard]] ElementPtr execute(const Instruction& instruction, const std::vector<Element*>& arguments,
                                 Domain& domain);

}  // namespace assay::domain
