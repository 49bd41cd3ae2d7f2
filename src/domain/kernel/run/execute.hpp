#pragma once

#include <vector>

#include "assay/domain/program.hpp"
#include "domain/kernel/element/operation_table.hpp"

namespace assay::domain {

/// Executes one instruction and returns its result. An observation is applied to a copy, which is returned.
[[nodiscard]] ElementPtr execute(const Instruction& instruction, const std::vector<Element*>& arguments,
                                 Domain& domain);

}  // namespace assay::domain
