// Tristate numbers by their definition (Vishwanathan and others, CGO 2022), bit by bit: slow, and easy to check.
extern "C" {
#include "tnum.h"
}

#include <algorithm>
#include <cstdint>

tnum_bug tnum_double_bug = TNUM_HONEST;

namespace {

/// The possible values of one bit: a subset of {0, 1}.
struct Trit {
  bool zero = false;
  bool one = false;
};
constexpr Trit kZero{true, false};

Trit trit(const tnum& number, unsigned bit) {
  const bool unknown = ((number.mask >> bit) & 1) != 0;
  const bool set = ((number.value >> bit) & 1) != 0;
  return {unknown || !set, unknown || set};
}

void put(tnum& number, unsigned bit, const Trit& trit) {
  number.mask |= static_cast<std::uint64_t>(trit.zero && trit.one) << bit;
  number.value |= static_cast<std::uint64_t>(trit.one && !trit.zero) << bit;
}

/// All results of a function of bits, for all bits that the arguments may be.
template <typename Function>
Trit each(const Trit& a, const Trit& b, Function function) {
  Trit result;
  for (const bool x : {false, true})
    for (const bool y : {false, true})
      if ((x ? a.one : a.zero) && (y ? b.one : b.zero)) (function(x, y) ? result.one : result.zero) = true;
  return result;
}

template <typename Function>
tnum bitwise(const tnum& a, const tnum& b, Function function) {
  tnum result{0, 0};
  for (unsigned bit = 0; bit < 64; ++bit) put(result, bit, each(trit(a, bit), trit(b, bit), function));
  return result;
}

/// A ripple of carries (or borrows) through sets of bits.
template <typename Carry>
tnum ripple(const tnum& a, const tnum& b, Carry carries) {
  tnum result{0, 0};
  Trit carry = kZero;
  for (unsigned bit = 0; bit < 64; ++bit) {
    Trit sum;
    Trit next;
    for (unsigned bits = 0; bits < 8; ++bits) {
      const bool x = (bits & 1) != 0;
      const bool y = (bits & 2) != 0;
      const bool c = (bits & 4) != 0;
      const auto may = [](const Trit& trit, bool set) { return set ? trit.one : trit.zero; };
      if (!may(trit(a, bit), x) || !may(trit(b, bit), y) || !may(carry, c)) continue;
      ((x != y) != c ? sum.one : sum.zero) = true;
      (carries(x, y, c) ? next.one : next.zero) = true;
    }
    put(result, bit, sum);
    if (tnum_double_bug == TNUM_ADD_DROPS_CARRY && next.zero) next.one = false;
    carry = next;
  }
  return result;
}

}  // namespace

extern "C" {

const tnum tnum_unknown = {0, ~std::uint64_t{0}};

tnum tnum_const(uint64_t value) { return {value, 0}; }

tnum tnum_range(uint64_t min, uint64_t max) {
  tnum result{0, 0};
  bool same = true;
  for (unsigned bit = 64; bit-- > 0;) {
    const bool low = ((min >> bit) & 1) != 0;
    same = same && low == (((max >> bit) & 1) != 0);
    put(result, bit, same ? Trit{!low, low} : Trit{true, true});
  }
  return result;
}

tnum tnum_lshift(tnum a, uint8_t shift) {
  tnum result{0, 0};
  for (unsigned bit = shift; bit < 64; ++bit) put(result, bit, trit(a, bit - shift));
  return result;
}
tnum tnum_rshift(tnum a, uint8_t shift) {
  tnum result{0, 0};
  for (unsigned bit = shift; bit < 64; ++bit) put(result, bit - shift, trit(a, bit));
  return result;
}
tnum tnum_arshift(tnum a, uint8_t shift, uint8_t bits) {
  tnum result{0, 0};
  const unsigned width = bits == 32 ? 32 : 64;
  const Trit fill = tnum_double_bug == TNUM_ARSHIFT_FILLS_ZEROS ? kZero : trit(a, width - 1);
  for (unsigned bit = 0; bit < width; ++bit) put(result, bit, bit + shift < width ? trit(a, bit + shift) : fill);
  return result;
}

tnum tnum_add(tnum a, tnum b) {
  return ripple(a, b, [](bool x, bool y, bool c) { return (x && y) || (c && (x || y)); });
}
tnum tnum_sub(tnum a, tnum b) {
  return ripple(a, b, [](bool x, bool y, bool c) { return (!x && (y || c)) || (y && c); });
}
tnum tnum_neg(tnum a) { return tnum_sub(tnum_const(0), a); }

tnum tnum_and(tnum a, tnum b) {
  if (tnum_double_bug == TNUM_AND_FORGETS_ZEROS) return {a.value & b.value, a.mask | b.mask};
  return bitwise(a, b, [](bool x, bool y) { return x && y; });
}
tnum tnum_or(tnum a, tnum b) {
  return bitwise(a, b, [](bool x, bool y) { return x || y; });
}
tnum tnum_xor(tnum a, tnum b) {
  return bitwise(a, b, [](bool x, bool y) { return x != y; });
}

/// The sum of shifted numbers. Each number is in the sum, may be in it, or is not, as the bit of `a` says.
tnum tnum_mul(tnum a, tnum b) {
  tnum sum{0, 0};
  const unsigned top = tnum_double_bug == TNUM_MUL_SKIPS_TOP ? 2 : 64;
  for (unsigned bit = 0; bit < top; ++bit) {
    const Trit factor = trit(a, bit);
    const tnum shifted = tnum_lshift(b, static_cast<uint8_t>(bit));
    if (!factor.one) continue;
    sum = tnum_add(sum, factor.zero ? tnum_union(tnum_const(0), shifted) : shifted);
  }
  return sum;
}

bool tnum_overlap(tnum a, tnum b) {
  if (tnum_double_bug == TNUM_OVERLAP_WANTS_EQUAL && a.mask != b.mask) return false;
  for (unsigned bit = 0; bit < 64; ++bit) {
    const Trit x = trit(a, bit);
    const Trit y = trit(b, bit);
    if (!(x.zero && y.zero) && !(x.one && y.one)) return false;
  }
  return true;
}
tnum tnum_intersect(tnum a, tnum b) {
  tnum result{0, 0};
  for (unsigned bit = 0; bit < 64; ++bit) {
    const Trit x = trit(a, bit);
    const Trit y = trit(b, bit);
    put(result, bit, {x.zero && y.zero, x.one && y.one});
  }
  return result;
}
tnum tnum_union(tnum a, tnum b) {
  tnum result{0, 0};
  for (unsigned bit = 0; bit < 64; ++bit) {
    const Trit x = trit(a, bit);
    const Trit y = trit(b, bit);
    const bool left = tnum_double_bug == TNUM_UNION_KEEPS_LEFT && x.zero != y.zero && x.one != y.one;
    put(result, bit, left ? x : Trit{x.zero || y.zero, x.one || y.one});
  }
  return result;
}
tnum tnum_cast(tnum a, uint8_t bytes) {
  tnum result{0, 0};
  for (unsigned bit = 0; bit < 8U * bytes; ++bit) put(result, bit, trit(a, bit));
  return result;
}

bool tnum_in(tnum whole, tnum part) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    Trit x = trit(part, bit);
    const Trit y = trit(whole, bit);
    if (tnum_double_bug == TNUM_IN_IGNORES_VALUE && x.zero != x.one) x = y;
    if ((x.zero && !y.zero) || (x.one && !y.one)) return false;
  }
  return true;
}

int tnum_sbin(char* text, size_t size, tnum a) {
  const size_t shown = std::min<size_t>(size - 1, 64);
  for (unsigned i = 0; i < shown; ++i) {
    const Trit bit = trit(a, 63 - i);
    text[i] = bit.zero && bit.one ? 'x' : bit.one ? '1' : '0';
  }
  text[shown] = 0;
  return 64;
}

tnum tnum_subreg(tnum a) { return tnum_cast(a, 4); }
tnum tnum_clear_subreg(tnum a) { return tnum_lshift(tnum_rshift(a, 32), 32); }
tnum tnum_with_subreg(tnum a, tnum low) { return tnum_or(tnum_clear_subreg(a), tnum_subreg(low)); }

}  // extern "C"
