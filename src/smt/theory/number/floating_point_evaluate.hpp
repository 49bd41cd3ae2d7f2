#pragma once

#include "assay/smt/operator.hpp"

namespace assay::smt {

// The evaluators of SMT-LIB FloatingPoint, named like the operators.
namespace fp {

template <RoundingMode Mode>
[[nodiscard]] Outcome rounding_mode(const Arguments& /*arguments*/) {
  return Value(Mode);
}

[[nodiscard]] Outcome from_parts(const Arguments& arguments);  ///< (fp sign exponent fraction)
[[nodiscard]] Outcome plus_infinity(const Arguments& arguments);
[[nodiscard]] Outcome minus_infinity(const Arguments& arguments);
[[nodiscard]] Outcome plus_zero(const Arguments& arguments);
[[nodiscard]] Outcome minus_zero(const Arguments& arguments);
[[nodiscard]] Outcome not_a_number(const Arguments& arguments);

[[nodiscard]] Outcome abs(const Arguments& arguments);
[[nodiscard]] Outcome neg(const Arguments& arguments);
[[nodiscard]] Outcome add(const Arguments& arguments);
[[nodiscard]] Outcome sub(const Arguments& arguments);
[[nodiscard]] Outcome mul(const Arguments& arguments);
[[nodiscard]] Outcome div(const Arguments& arguments);
[[nodiscard]] Outcome fma(const Arguments& arguments);
[[nodiscard]] Outcome sqrt(const Arguments& arguments);
[[nodiscard]] Outcome rem(const Arguments& arguments);
[[nodiscard]] Outcome round_to_integral(const Arguments& arguments);
[[nodiscard]] Outcome min(const Arguments& arguments);
[[nodiscard]] Outcome max(const Arguments& arguments);

[[nodiscard]] Outcome leq(const Arguments& arguments);
[[nodiscard]] Outcome lt(const Arguments& arguments);
[[nodiscard]] Outcome geq(const Arguments& arguments);
[[nodiscard]] Outcome gt(const Arguments& arguments);
[[nodiscard]] Outcome eq(const Arguments& arguments);

[[nodiscard]] Outcome is_normal(const Arguments& arguments);
[[nodiscard]] Outcome is_subnormal(const Arguments& arguments);
[[nodiscard]] Outcome is_zero(const Arguments& arguments);
[[nodiscard]] Outcome is_infinite(const Arguments& arguments);
[[nodiscard]] Outcome is_nan(const Arguments& arguments);
[[nodiscard]] Outcome is_negative(const Arguments& arguments);
[[nodiscard]] Outcome is_positive(const Arguments& arguments);

[[nodiscard]] Outcome to_fp(const Arguments& arguments);           ///< all forms
[[nodiscard]] Outcome to_fp_unsigned(const Arguments& arguments);  ///< from an unsigned bit-vector
[[nodiscard]] Outcome to_ubv(const Arguments& arguments);
[[nodiscard]] Outcome to_sbv(const Arguments& arguments);
[[nodiscard]] Outcome to_real(const Arguments& arguments);
[[nodiscard]] Outcome to_ieee_bv(const Arguments& arguments);

}  // namespace fp

}  // namespace assay::smt
