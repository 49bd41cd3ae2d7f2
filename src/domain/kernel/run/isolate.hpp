#pragma once

#include <string>
#include <vector>

#include "assay/domain/program.hpp"

namespace assay::domain {

/// A program (as to_text says it) that asks one operation only, of arguments that are built from their constraints, and
/// compares with exact polyhedra; empty for a query that no instruction compares with them. An inclusion is asked about
/// the last two elements.
[[nodiscard]] std::string isolated(unsigned dimensions, const Instruction& instruction,
                                   const std::vector<std::vector<Constraint>>& arguments);

/// The same check of elements that are built from their constraints, in the order of Check::elements and Check::chain.
[[nodiscard]] std::string rebuilt(unsigned dimensions, Check check,
                                  const std::vector<std::vector<Constraint>>& elements);

}  // namespace assay::domain
