#pragma once

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Quantifiers put into a seed's formulas, where the evaluator can enumerate them.
[[nodiscard]] std::unique_ptr<Strategy> make_quantify();

}  // namespace assay::smt
