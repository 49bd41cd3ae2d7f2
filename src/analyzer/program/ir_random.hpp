#pragma once

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// A module of LLVM IR (version 14: typed pointers) with small functions on narrow integers. They have the forms that
/// LLVM's analyses support: conditions against constants, masks, shifts, casts between widths, selects that are minima
/// and maxima, loops with counters and several exits, switches, phis, overflow intrinsics, assumptions, small arrays.
/// Some inputs of a function may cause poison or undefined behaviour; these inputs show nothing.
[[nodiscard]] Program random_ir(core::Rng& rng, const ProgramSize& size);

}  // namespace assay::analyzer
