#pragma once

#include <functional>
#include <set>
#include <string>

#include "analyzer/program/program.hpp"

namespace assay::analyzer {

/// A module of LLVM IR (version 14: typed pointers) with small functions on narrow integers. They have the forms that
/// LLVM's analyses support: conditions against constants, masks, shifts, casts between widths, selects that are minima
/// and maxima, loops with counters and several exits, switches, phis, overflow intrinsics, assumptions, small arrays.
/// Some inputs of a function may cause poison or undefined behaviour; these inputs show nothing.
[[nodiscard]] Program random_ir(core::Rng& rng, const ProgramSize& size);
/// The same on `float` and `double`, without fast-math: IEEE's operations, comparisons with and without NaN,
/// conversions, signs, square roots, minima, the flags `nnan` and `ninf`.
[[nodiscard]] Program float_ir(core::Rng& rng, const ProgramSize& size);

/// The module with the functions that `write_function` writes; it gets a function's number, and adds declarations.
[[nodiscard]] Program ir_program(const ProgramSize& size,
                                 const std::function<std::string(unsigned, std::set<std::string>&)>& write_function);

}  // namespace assay::analyzer
