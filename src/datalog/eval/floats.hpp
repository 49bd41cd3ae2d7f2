#pragma once

#include <vector>

#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// Whether a rule, or a relation with the representation Eqrel, matches floats by equality. A rule does so by a
/// variable in two places, a constant, a negated atom, `=` or `!=`.
[[nodiscard]] bool matches_floats(const Program& program);

/// Whether an engine with unsigned zeros, with 32-bit floats, or with distinct NaNs could have a different number of
/// tuples.
[[nodiscard]] bool merges_floats(const Program& program, const std::vector<Tuples>& relations);

}  // namespace assay::datalog
