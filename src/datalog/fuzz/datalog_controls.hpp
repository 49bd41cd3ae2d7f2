#pragma once

#include <cstddef>
#include <vector>

#include "assay/datalog/program.hpp"
#include "core/case/tester.hpp"

namespace assay::datalog {

/// in0(1). ... in0(count).  r1(X) :- in0(X).
[[nodiscard]] Program copies(Value count);

/// The controls of one target: a planted bug (two programs with different results, expected to be equal) and a clean
/// pair.
[[nodiscard]] std::vector<core::Control> engine_controls(std::size_t target);

}  // namespace assay::datalog
