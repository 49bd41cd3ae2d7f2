#include "workers/llvm/float_operations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace assay::llvm_worker {
namespace {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

template <typename Float>
struct BitsOf;
template <>
struct BitsOf<float> {
  using Type = std::uint32_t;
};
template <>
struct BitsOf<double> {
  using Type = std::uint64_t;
};

template <typename Float>
Float value_of(std::uint64_t bits) {
  return std::bit_cast<Float>(static_cast<typename BitsOf<Float>::Type>(bits));
}

template <typename Float>
std::uint64_t bits_of(Float value) {
  if (std::isnan(value)) return nan_bits(8 * sizeof(Float));
  return std::bit_cast<typename BitsOf<Float>::Type>(value);
}

unsigned float_operands(Code code) {
  switch (code) {
    case Code::FAdd:
    case Code::FSub:
    case Code::FMul:
    case Code::FDiv:
    case Code::FRem:
    case Code::CopySign:
    case Code::MinNum:
    case Code::MaxNum:
    case Code::FCmp: return 2;
    case Code::Fma: return 3;
    default: return 1;
  }
}

bool from_float(Code code) {
  return code == Code::FToSI || code == Code::FToUI || code == Code::FTruncate || code == Code::FExtend ||
         code == Code::BitsOfFloat;
}

/// The comparison with LLVM's number: bit 0 equal, 1 greater, 2 less, 3 unordered.
template <typename Float>
bool compares(unsigned predicate, Float a, Float b) {
  const unsigned relation = std::isnan(a) || std::isnan(b) ? 8U : a == b ? 1U : a > b ? 2U : 4U;
  return (predicate & relation) != 0;
}

/// LangRef: minnum and maxnum return the number if one operand is NaN; of zeros with different signs, either.
template <typename Float>
Cell extreme(Float a, Float b, bool smaller) {
  if (std::isnan(a)) return {bits_of(b), State::Defined};
  if (std::isnan(b)) return {bits_of(a), State::Defined};
  if (a == b && std::signbit(a) != std::signbit(b)) return {0, State::Unknown};
  return {bits_of(smaller ? std::min(a, b) : std::max(a, b)), State::Defined};
}

/// An operation on numbers of one type that gives a number of the type.
template <typename Float>
Cell arithmetic(Code code, Float a, Float b, Float c) {
  const auto give = [](Float value) { return Cell{bits_of(value), State::Defined}; };
  switch (code) {
    case Code::FAdd: return give(a + b);
    case Code::FSub: return give(a - b);
    case Code::FMul: return give(a * b);
    case Code::FDiv: return give(a / b);
    case Code::FRem: return give(std::fmod(a, b));
    case Code::FNeg: return give(-a);
    case Code::FAbs: return give(std::fabs(a));
    case Code::Sqrt: return give(std::sqrt(a));
    case Code::Floor: return give(std::floor(a));
    case Code::Ceil: return give(std::ceil(a));
    case Code::RoundToZero: return give(std::trunc(a));
    case Code::Fma: return give(std::fma(a, b, c));
    case Code::MinNum: return extreme(a, b, true);
    case Code::MaxNum: return extreme(a, b, false);
    default:  // CopySign: the sign of a NaN is left open
      if (!std::isnan(a) && std::isnan(b)) return {0, State::Unknown};
      return give(std::copysign(a, b));
  }
}

/// The integer, or poison if it does not fit.
template <typename Float>
Cell integer_of(Code code, unsigned width, Float value) {
  const Float whole = std::trunc(value);
  const Float power = std::ldexp(Float{1}, static_cast<int>(width));
  const bool is_signed = code == Code::FToSI;
  const Float low = is_signed ? -power / 2 : Float{0}, high = is_signed ? power / 2 : power;
  if (!(whole >= low && whole < high)) return {0, State::Poison};
  const std::uint64_t bits =
      is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) : static_cast<std::uint64_t>(whole);
  return {bits & mask_of(width), State::Defined};
}

template <typename Float>
Cell from_integer(Code code, unsigned from, std::uint64_t bits) {
  const Float value = code == Code::SIToF ? static_cast<Float>(signed_of(bits, from)) : static_cast<Float>(bits);
  return {bits_of(value), State::Defined};
}

template <typename Float>
Cell convert_from(Code code, unsigned width, std::uint64_t bits) {
  const Float value = value_of<Float>(bits);
  if (code == Code::FToSI || code == Code::FToUI) return integer_of(code, width, value);
  if (code == Code::BitsOfFloat) return {bits, std::isnan(value) ? State::Unknown : State::Defined};
  return {width == 32 ? bits_of(static_cast<float>(value)) : bits_of(static_cast<double>(value)), State::Defined};
}

template <typename Float>
Cell compute_float(Code code, std::uint8_t flags, unsigned from, const Cell& a, const Cell& b, const Cell& c) {
  const Float x = value_of<Float>(a.bits), y = value_of<Float>(b.bits), z = value_of<Float>(c.bits);
  if (code == Code::SIToF || code == Code::UIToF) return from_integer<Float>(code, from, a.bits);
  if (code == Code::FloatOfBits) return {bits_of(x), State::Defined};
  const Cell out =
      code == Code::FCmp ? Cell{compares(from, x, y) ? 1U : 0U, State::Defined} : arithmetic(code, x, y, z);
  const unsigned operands = float_operands(code);
  const auto any = [&](auto test) {
    return test(x) || (operands > 1 && test(y)) || (operands > 2 && test(z)) ||
           (code != Code::FCmp && out.state == State::Defined && test(value_of<Float>(out.bits)));
  };
  const bool poison = ((flags & kNoNan) != 0 && any([](Float value) { return std::isnan(value); })) ||
                      ((flags & kNoInf) != 0 && any([](Float value) { return std::isinf(value); }));
  return poison ? Cell{0, State::Poison} : out;
}

}  // namespace

bool is_nan(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::isnan(value_of<float>(bits)) : std::isnan(value_of<double>(bits));
}

unsigned float_class(std::uint64_t bits, unsigned width) {
  const double value = width == 32 ? static_cast<double>(value_of<float>(bits)) : value_of<double>(bits);
  if (std::isnan(value)) return kClassNan;
  return (std::isinf(value) ? kClassInfinite : 0U) | (value == 0 && std::signbit(value) ? kClassNegativeZero : 0U) |
         (value < 0 ? kClassBelowZero : 0U);
}

Step apply_float(Code code, std::uint8_t flags, unsigned width, unsigned from, const Cell& a, const Cell& b,
                 const Cell& c, Cell& out) {
  const unsigned operands = float_operands(code);
  State worst = a.state;
  if (operands > 1) worst = std::max(worst, b.state);
  if (operands > 2) worst = std::max(worst, c.state);
  const bool may_be_poison = (flags & (kNoNan | kNoInf)) != 0 || code == Code::FToSI || code == Code::FToUI;
  if (worst == State::Unknown && may_be_poison) return Step::Unclear;
  if (worst != State::Defined) {
    out = {0, worst};
  } else if (from_float(code)) {
    out = from == 32 ? convert_from<float>(code, width, a.bits) : convert_from<double>(code, width, a.bits);
  } else {
    out = width == 32 ? compute_float<float>(code, flags, from, a, b, c)
                      : compute_float<double>(code, flags, from, a, b, c);
  }
  return Step::Done;
}

}  // namespace assay::llvm_worker
