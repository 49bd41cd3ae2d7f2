#include "assay/domain/small_floats.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace assay::domain {
namespace {

struct Format {
  int exponent_bits, fraction_bits;
  [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits; }
};

Format format_of(unsigned width) {
  const int exponent = width < 6 ? 2 : 3;
  return {exponent, static_cast<int>(width) - 1 - exponent};
}

/// A double holds sums and products of two small floats exactly, and has more than twice their digits, so that rounding
/// a quotient twice gives the same as rounding it once.
template <typename Function>
std::optional<std::uint64_t> rounded(unsigned width, const std::uint64_t* v, Function function) {
  return small_float_bits(width, function(small_float(width, v[0]), small_float(width, v[1])));
}

}  // namespace

double small_float(unsigned width, std::uint64_t bits) {
  const Format format = format_of(width);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  const std::uint64_t magnitude = bits & (sign - 1);
  double value = std::numeric_limits<double>::infinity();
  if (magnitude > format.infinity()) return std::numeric_limits<double>::quiet_NaN();
  if (magnitude < format.infinity()) {
    const std::uint64_t fraction = magnitude & ((std::uint64_t{1} << format.fraction_bits) - 1);
    const int exponent = static_cast<int>(magnitude >> format.fraction_bits);
    const std::uint64_t digits = fraction + (exponent > 0 ? std::uint64_t{1} << format.fraction_bits : 0);
    value =
        std::ldexp(static_cast<double>(digits), (exponent > 0 ? exponent : 1) - format.bias() - format.fraction_bits);
  }
  return (bits & sign) != 0 ? -value : value;
}

std::uint64_t small_float_bits(unsigned width, double number) {
  const Format format = format_of(width);
  if (std::isnan(number)) return format.infinity() | std::uint64_t{1} << (format.fraction_bits - 1);
  const std::uint64_t sign = std::signbit(number) ? std::uint64_t{1} << (width - 1) : 0;
  // Magnitudes are ordered as their bits are. The infinity stands where the next number would be.
  const double magnitude = std::fabs(number);
  const double beyond = 2 * std::ldexp(1.0, (1 << format.exponent_bits) - 2 - format.bias());
  const auto value = [&](std::uint64_t bits) { return bits == format.infinity() ? beyond : small_float(width, bits); };
  std::uint64_t below = 0;
  while (below < format.infinity() && value(below + 1) <= magnitude) ++below;
  if (below == format.infinity()) return sign | below;
  const double down = magnitude - value(below), up = value(below + 1) - magnitude;
  return sign | (up < down || (up == down && below % 2 == 1) ? below + 1 : below);
}

const std::vector<ValueTransformer>& small_float_transformers() {
  using Bits = const std::uint64_t*;
  static const std::vector<ValueTransformer> all = {
      {"fadd", 2, [](unsigned w, Bits v) { return rounded(w, v, [](double a, double b) { return a + b; }); }},
      {"fsub", 2, [](unsigned w, Bits v) { return rounded(w, v, [](double a, double b) { return a - b; }); }},
      {"fmul", 2, [](unsigned w, Bits v) { return rounded(w, v, [](double a, double b) { return a * b; }); }},
      {"fdiv", 2, [](unsigned w, Bits v) { return rounded(w, v, [](double a, double b) { return a / b; }); }},
      {"fneg", 1, [](unsigned w, Bits v) { return std::optional(v[0] ^ std::uint64_t{1} << (w - 1)); }},
      {"fabs", 1, [](unsigned w, Bits v) { return std::optional(v[0] & ~(std::uint64_t{1} << (w - 1))); }},
  };
  return all;
}

}  // namespace assay::domain
