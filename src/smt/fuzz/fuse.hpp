#pragma once

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Fusion of formulas of two seeds.
[[nodiscard]] std::unique_ptr<Strategy> make_fuse();

}  // namespace assay::smt
