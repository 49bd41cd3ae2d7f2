#pragma once

#include <cstddef>
#include <vector>

#include "assay/core/tester.hpp"
#include "assay/datalog/program.hpp"

namespace assay::datalog {

/// in0(1). ... in0(count).  r1(X) :- in0(X).
[[nodiscard]] Program copies(Value count);

/// The planted bug (a pair that claims to be equal and is not) and the clean run of one target (DESIGN section 3).
[[nodiscard]] std::vector<core::Control> engine_controls(std::size_t target);

}  // namespace assay::datalog
