#pragma once

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Nonlinear arithmetic around the witness.
[[nodiscard]] std::unique_ptr<Strategy> make_algebra();

}  // namespace assay::smt
