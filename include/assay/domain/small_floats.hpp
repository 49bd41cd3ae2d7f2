#pragma once

#include <cstdint>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain {

/// IEEE 754's binary formats of 4 to 6 bits, as the values of a domain of floating-point numbers (Shape::Value): a
/// sign, 2 exponent bits (3 in a width of 6) and the fraction. They have both zeros, subnormal numbers, infinities, and
/// NaN. With them, an exhaustive test shows whether a domain loses any of these.
[[nodiscard]] double small_float(unsigned width, std::uint64_t bits);
/// The value nearest to the number, ties to even; a number beyond the largest value may become an infinity. NaN becomes
/// the value with the first bit of the fraction.
[[nodiscard]] std::uint64_t small_float_bits(unsigned width, double number);

/// "fadd", "fsub", "fmul", "fdiv", "fneg", "fabs", rounded to nearest. They promise no best results.
[[nodiscard]] const std::vector<ValueTransformer>& small_float_transformers();

}  // namespace assay::domain
