#pragma once

#include "workers/llvm/operations.hpp"

namespace assay::llvm_worker {

/// The operations from FAdd to FloatOfBits on `float` (width 32) and `double` (64), as the LangRef of LLVM 14 defines
/// them: IEEE 754 with rounding to nearest even, by the hardware, without contraction. The sign and the payload of a
/// NaN are left open, so all NaNs have the same bits here, and what shows these bits is Unknown. `from`: FCmp: LLVM's
/// number of the comparison; conversions: the width of the operand.
[[nodiscard]] Step apply_float(Code code, std::uint8_t flags, unsigned width, unsigned from, const Cell& a,
                               const Cell& b, const Cell& c, Cell& out);

[[nodiscard]] constexpr bool is_float_code(Code code) { return code >= Code::FAdd && code <= Code::FloatOfBits; }
[[nodiscard]] constexpr std::uint64_t nan_bits(std::size_t width) {
  return width == 32 ? 0x7fc00000U : 0x7ff8000000000000U;
}
[[nodiscard]] bool is_nan(std::uint64_t bits, unsigned width);

/// Classes of a number; a NaN has only its own.
inline constexpr unsigned kClassNan = 1, kClassInfinite = 2, kClassNegativeZero = 4, kClassBelowZero = 8;
[[nodiscard]] unsigned float_class(std::uint64_t bits, unsigned width);

}  // namespace assay::llvm_worker
