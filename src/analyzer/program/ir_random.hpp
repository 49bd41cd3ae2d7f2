#pragma once

#include "assay/analyzer/program.hpp"

namespace assay::analyzer {

/// A module of LLVM IR (of version 14: typed pointers) with small functions on narrow integers, in the shapes that
/// LLVM's analyses know: conditions against constants, masks, shifts, casts between widths, selects that are minima and
/// maxima, loops with counters and several exits, switches, phis, overflow intrinsics, assumptions, small arrays.
/// Some inputs of a function may lead to poison or to undefined behaviour: they prove nothing, the others do.
[[nodiscard]] Program random_ir(core::Rng& rng, const ProgramSize& size);

}  // namespace assay::analyzer
