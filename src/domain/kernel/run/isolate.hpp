#pragma once

#include <string>
#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// The text of a program that applies one operation to arguments built from constraints and compares with exact
/// polyhedra. Empty for a query that has no instruction. For Leq, the arguments are the last two elements.
[[nodiscard]] std::string isolated(unsigned dimensions, const Instruction& instruction,
                                   const std::vector<std::vector<Constraint>>& arguments);

/// The text of a program with the same check on elements built from constraints, which are given in the order of
/// Check::elements and Check::chain.
[[nodiscard]] std::string rebuilt(unsigned dimensions, Check check,
                                  const std::vector<std::vector<Constraint>>& elements);

}  // namespace assay::domain
