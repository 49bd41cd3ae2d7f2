#pragma once

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Instances of the contradictions of built-in rules, over a seed's terms.
[[nodiscard]] std::unique_ptr<Strategy> make_plant();

}  // namespace assay::smt
