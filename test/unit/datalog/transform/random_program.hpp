#pragma once

#include "assay/datalog/program.hpp"
#include "core/rng/rng.hpp"

namespace assay::datalog {

/// A small program, safe, typed and stratified, with everything that transformations change: negation, recursion,
/// aggregates, comparisons, arithmetic, floats, wildcards, several heads, an equivalence. Few of its relations are
/// empty.
[[nodiscard]] Program random_program(core::Rng rng);

}  // namespace assay::datalog
