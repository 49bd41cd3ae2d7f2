#include "workers/llvm/operations.hpp"

#include <algorithm>

#include "workers/llvm/float_operations.hpp"

namespace assay::llvm_worker {
namespace {

__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;

struct Limits {
  Wide smallest, largest, unsigned_largest;
};
Limits limits_of(unsigned width) {
  const Wide half = static_cast<Wide>(1) << (width - 1);
  return {-half, half - 1, 2 * half - 1};
}

/// The results of an addition, subtraction or multiplication as mathematical integers.
struct Exact {
  Wide as_unsigned, as_signed;
};
Exact exact_of(Code code, std::uint64_t a, std::uint64_t b, unsigned width) {
  const Wide ua = a, ub = b, sa = signed_of(a, width), sb = signed_of(b, width);
  switch (code) {
    case Code::Add:
    case Code::UAddSat:
    case Code::SAddSat:
    case Code::UAddOverflow:
    case Code::SAddOverflow: return {ua + ub, sa + sb};
    case Code::Sub:
    case Code::USubSat:
    case Code::SSubSat:
    case Code::USubOverflow:
    case Code::SSubOverflow: return {ua - ub, sa - sb};
    default: {
      // A product of unsigned 64-bit numbers may need 128 bits and then be negative here. Any large number stands for
      // it.
      Wide product = static_cast<Wide>(static_cast<WideBits>(ua) * static_cast<WideBits>(ub));
      if (product < 0) product = static_cast<Wide>(1) << 100;
      return {product, sa * sb};
    }
  }
}

bool overflows_unsigned(const Exact& value, unsigned width) {
  return value.as_unsigned < 0 || value.as_unsigned > limits_of(width).unsigned_largest;
}
bool overflows_signed(const Exact& value, unsigned width) {
  const Limits limits = limits_of(width);
  return value.as_signed < limits.smallest || value.as_signed > limits.largest;
}

void poison(Cell& out) { out = {0, State::Poison}; }

void add_like(Code code, std::uint8_t flags, unsigned width, const Cell& a, const Cell& b, Cell& out) {
  const Exact value = exact_of(code, a.bits, b.bits, width);
  if (((flags & kNuw) != 0 && overflows_unsigned(value, width)) ||
      ((flags & kNsw) != 0 && overflows_signed(value, width)))
    return poison(out);
  const std::uint64_t bits = code == Code::Add   ? a.bits + b.bits
                             : code == Code::Sub ? a.bits - b.bits
                                                 : a.bits * b.bits;
  out = {bits & mask_of(width), State::Defined};
}

void divide(Code code, std::uint8_t flags, unsigned width, const Cell& a, const Cell& b, Cell& out) {
  const std::int64_t sa = signed_of(a.bits, width), sb = signed_of(b.bits, width);
  std::uint64_t quotient = 0, rest = 0;
  if (code == Code::UDiv || code == Code::URem) {
    quotient = a.bits / b.bits;
    rest = a.bits % b.bits;
  } else {
    quotient = static_cast<std::uint64_t>(sa / sb);
    rest = static_cast<std::uint64_t>(sa % sb);
  }
  if ((flags & kExact) != 0 && rest != 0) return poison(out);
  out = {(code == Code::UDiv || code == Code::SDiv ? quotient : rest) & mask_of(width), State::Defined};
}

void shift(Code code, std::uint8_t flags, unsigned width, const Cell& a, const Cell& b, Cell& out) {
  if (b.bits >= width) return poison(out);
  const auto by = static_cast<unsigned>(b.bits);
  std::uint64_t result = 0;
  if (code == Code::Shl) {
    result = (a.bits << by) & mask_of(width);
    if ((flags & kNuw) != 0 && (result >> by) != a.bits) return poison(out);
    if ((flags & kNsw) != 0 && (signed_of(result, width) >> by) != signed_of(a.bits, width)) return poison(out);
  } else {
    if ((flags & kExact) != 0 && (a.bits & mask_of(by)) != 0 && by != 0) return poison(out);
    result =
        code == Code::LShr ? a.bits >> by : static_cast<std::uint64_t>(signed_of(a.bits, width) >> by) & mask_of(width);
  }
  out = {result, State::Defined};
}

bool compare(Code code, std::uint64_t a, std::uint64_t b, unsigned width) {
  const std::int64_t sa = signed_of(a, width), sb = signed_of(b, width);
  switch (code) {
    case Code::Eq: return a == b;
    case Code::Ne: return a != b;
    case Code::Ugt: return a > b;
    case Code::Uge: return a >= b;
    case Code::Ult: return a < b;
    case Code::Ule: return a <= b;
    case Code::Sgt: return sa > sb;
    case Code::Sge: return sa >= sb;
    case Code::Slt: return sa < sb;
    default: return sa <= sb;
  }
}

std::uint64_t reversed(std::uint64_t bits, unsigned width, unsigned unit) {
  std::uint64_t result = 0;
  for (unsigned at = 0; at < width; at += unit) result |= ((bits >> at) & mask_of(unit)) << (width - unit - at);
  return result;
}

std::uint64_t count(Code code, std::uint64_t bits, unsigned width) {
  unsigned number = 0;
  if (code == Code::Ctpop) {
    for (; bits != 0; bits &= bits - 1) ++number;
  } else {
    if (code == Code::Ctlz) bits = reversed(bits, width, 1);
    while (number < width && ((bits >> number) & 1) == 0) ++number;
  }
  return number & mask_of(width);
}

void saturate(Code code, unsigned width, const Cell& a, const Cell& b, Cell& out) {
  const Limits limits = limits_of(width);
  const Exact value = exact_of(code, a.bits, b.bits, width);
  const bool is_signed = code == Code::SAddSat || code == Code::SSubSat;
  const Wide result = is_signed ? std::clamp(value.as_signed, limits.smallest, limits.largest)
                                : std::clamp(value.as_unsigned, static_cast<Wide>(0), limits.unsigned_largest);
  out = {static_cast<std::uint64_t>(result) & mask_of(width), State::Defined};
}

void shift_saturated(Code code, unsigned width, const Cell& a, const Cell& b, Cell& out) {
  if (b.bits >= width) return poison(out);
  const auto by = static_cast<unsigned>(b.bits);
  const std::uint64_t shifted = (a.bits << by) & mask_of(width);
  std::uint64_t result = shifted;
  if (code == Code::UShlSat) {
    if ((shifted >> by) != a.bits) result = mask_of(width);
  } else if ((signed_of(shifted, width) >> by) != signed_of(a.bits, width)) {
    const std::uint64_t top = std::uint64_t{1} << (width - 1);
    result = signed_of(a.bits, width) < 0 ? top : top - 1;
  }
  out = {result, State::Defined};
}

std::uint64_t funnel(Code code, unsigned width, std::uint64_t high, std::uint64_t low, std::uint64_t amount) {
  const auto by = static_cast<unsigned>(amount % width);
  if (by == 0) return code == Code::FShl ? high : low;
  const unsigned left = code == Code::FShl ? by : width - by;
  return ((high << left) | (low >> (width - left))) & mask_of(width);
}

bool overflow_member(Code code, std::uint64_t a, std::uint64_t b, unsigned width) {
  const Exact value = exact_of(code, a, b, width);
  const bool is_signed = code == Code::SAddOverflow || code == Code::SSubOverflow || code == Code::SMulOverflow;
  return is_signed ? overflows_signed(value, width) : overflows_unsigned(value, width);
}

/// Computes an operation whose operands are defined and that has no undefined behaviour.
void compute(Code code, std::uint8_t flags, unsigned width, unsigned from, const Cell& a, const Cell& b, const Cell& c,
             Cell& out) {
  const std::uint64_t mask = mask_of(width);
  const auto give = [&out](std::uint64_t bits) { out = {bits, State::Defined}; };
  switch (code) {
    case Code::Add:
    case Code::Sub:
    case Code::Mul: return add_like(code, flags, width, a, b, out);
    case Code::UDiv:
    case Code::SDiv:
    case Code::URem:
    case Code::SRem: return divide(code, flags, width, a, b, out);
    case Code::Shl:
    case Code::LShr:
    case Code::AShr: return shift(code, flags, width, a, b, out);
    case Code::And: return give(a.bits & b.bits);
    case Code::Or: return give(a.bits | b.bits);
    case Code::Xor: return give(a.bits ^ b.bits);
    case Code::ZExt:
    case Code::Copy:
    case Code::Freeze: return give(a.bits);
    case Code::Trunc: return give(a.bits & mask);
    case Code::SExt: return give(static_cast<std::uint64_t>(signed_of(a.bits, from)) & mask);
    case Code::Abs:
      if (signed_of(a.bits, width) >= 0) return give(a.bits);
      if (a.bits == std::uint64_t{1} << (width - 1) && b.bits != 0) return poison(out);
      return give((0 - a.bits) & mask);
    case Code::Ctlz:
    case Code::Cttz:
      // The second argument is is_zero_poison since LLVM 14.
      out = {count(code, a.bits, width), a.bits == 0 && b.bits != 0 ? State::Poison : State::Defined};
      return;
    case Code::Ctpop: return give(count(code, a.bits, width));
    case Code::Bswap: return give(reversed(a.bits, width, 8));
    case Code::Bitreverse: return give(reversed(a.bits, width, 1));
    case Code::UMin: return give(std::min(a.bits, b.bits));
    case Code::UMax: return give(std::max(a.bits, b.bits));
    case Code::SMin: return give(compare(Code::Slt, a.bits, b.bits, width) ? a.bits : b.bits);
    case Code::SMax: return give(compare(Code::Sgt, a.bits, b.bits, width) ? a.bits : b.bits);
    case Code::UAddSat:
    case Code::SAddSat:
    case Code::USubSat:
    case Code::SSubSat: return saturate(code, width, a, b, out);
    case Code::UShlSat:
    case Code::SShlSat: return shift_saturated(code, width, a, b, out);
    case Code::FShl:
    case Code::FShr: return give(funnel(code, width, a.bits, b.bits, c.bits));
    default:
      if (code >= Code::UAddOverflow && code <= Code::SMulOverflow)
        return give(overflow_member(code, a.bits, b.bits, width) ? 1 : 0);
      return give(compare(code, a.bits, b.bits, width) ? 1 : 0);
  }
}

unsigned operands_of(Code code) {
  switch (code) {
    case Code::ZExt:
    case Code::SExt:
    case Code::Trunc:
    case Code::Copy:
    case Code::Freeze:
    case Code::Ctpop:
    case Code::Bswap:
    case Code::Bitreverse: return 1;
    case Code::FShl:
    case Code::FShr: return 3;
    default: return 2;
  }
}

bool is_shift(Code code) {
  return code == Code::Shl || code == Code::LShr || code == Code::AShr || code == Code::UShlSat ||
         code == Code::SShlSat;
}

/// Whether the result may be poison or not, depending on the values of unknown operands.
bool may_be_poison(Code code, std::uint8_t flags, const Cell& b) {
  if (is_shift(code) && b.state != State::Defined) return true;
  if (code == Code::Abs || code == Code::Ctlz || code == Code::Cttz) return b.bits != 0;
  return code <= Code::Xor && (flags & (kNuw | kNsw | kExact)) != 0;
}

Step check_division(Code code, unsigned width, const Cell& a, const Cell& b) {
  if (b.state == State::Poison) return Step::Undefined;
  if (b.state == State::Unknown) return Step::Unclear;
  if (b.bits == 0) return Step::Undefined;
  if (code == Code::UDiv || code == Code::URem || b.bits != mask_of(width)) return Step::Done;
  if (a.state != State::Defined) return Step::Unclear;
  return a.bits == std::uint64_t{1} << (width - 1) ? Step::Undefined : Step::Done;
}

}  // namespace

unsigned sign_bits(std::uint64_t bits, unsigned width) {
  const std::uint64_t top = (bits >> (width - 1)) & 1;
  unsigned number = 1;
  while (number < width && ((bits >> (width - 1 - number)) & 1) == top) ++number;
  return number;
}

Step apply(Code code, std::uint8_t flags, unsigned width, unsigned from, const Cell& a, const Cell& b, const Cell& c,
           Cell& out) {
  if (code == Code::Select) {
    // An unknown condition may select poison or not.
    if (a.state == State::Unknown && (b.state == State::Poison || c.state == State::Poison)) return Step::Unclear;
    out = a.state != State::Defined ? Cell{0, a.state} : a.bits != 0 ? b : c;
    return Step::Done;
  }
  if (code == Code::Freeze && a.state != State::Defined) {
    out = {0, State::Unknown};
    return Step::Done;
  }
  if (is_float_code(code)) return apply_float(code, flags, width, from, a, b, c, out);
  if (code >= Code::UDiv && code <= Code::SRem) {
    const Step step = check_division(code, width, a, b);
    if (step != Step::Done) return step;
  }
  const unsigned operands = operands_of(code);
  State worst = a.state;
  if (operands > 1) worst = std::max(worst, b.state);
  if (operands > 2) worst = std::max(worst, c.state);
  if (worst == State::Unknown && is_shift(code) && b.state == State::Defined && b.bits >= width) {
    poison(out);  // for every shifted value
  } else if (worst == State::Unknown && may_be_poison(code, flags, b)) {
    return Step::Unclear;
  } else if (worst != State::Defined) {
    out = {0, worst};
  } else {
    compute(code, flags, width, from, a, b, c, out);
  }
  return Step::Done;
}

}  // namespace assay::llvm_worker
