#pragma once

#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Whether some rule, or a relation held as Eqrel, matches floats by equality: a variable in two places, a constant, a
/// negated atom, `=` or `!=`.
[[nodiscard]] bool matches_floats(const Program& program);

/// Whether an engine that has zeros without signs, or 32-bit floats, or that tells NaNs apart, could hold another
/// number of tuples than the given sets.
[[nodiscard]] bool merges_floats(const Program& program, const std::vector<Tuples>& relations);

}  // namespace assay::datalog
