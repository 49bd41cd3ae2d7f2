#pragma once

#include <vector>

#include "assay/core/case.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// What each of the rows that planted the case's contradiction or rewrote its terms says alone: a script that asserts
/// the row's own contradiction over its variables, unsatisfiable by that row. Whoever is wrong about one row is likely
/// to be wrong about this script, which is shorter than any instance of the others. In the order of
/// SmtFacts::operations.
[[nodiscard]] std::vector<core::Case> cases_of_one_rule(const core::Case& failing, const SmtFacts& facts);

}  // namespace assay::smt
