#pragma once

#include <memory>

#include "smt/fuzz/strategy.hpp"

namespace assay::smt {

/// Mutants of a contradictory seed that stay contradictory: more assertions, formulas made stronger by their polarity,
/// equal terms, another order. That the seed is contradictory, references of two families have to say.
[[nodiscard]] std::unique_ptr<Strategy> make_refute();

}  // namespace assay::smt
