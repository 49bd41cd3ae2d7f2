// The beginning of reproductions in C++ for LLVM: helpers around LLVM's own functions, and functions of the check.
//! part beginning
//! beginning
#include <llvm/ADT/APInt.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstdint>

using namespace llvm;

[[maybe_unused]] static bool has(const ConstantRange& set, const APInt& value) { return set.contains(value); }
[[maybe_unused]] static bool has(const KnownBits& set, const APInt& value) {
  return !set.Zero.intersects(value) && set.One.isSubsetOf(value);
}
[[maybe_unused]] static bool within(const ConstantRange& a, const ConstantRange& b) { return b.contains(a); }
[[maybe_unused]] static bool within(const KnownBits& a, const KnownBits& b) {
  return b.Zero.isSubsetOf(a.Zero) && b.One.isSubsetOf(a.One);
}
[[maybe_unused]] static KnownBits known(unsigned width, uint64_t zero, uint64_t one) {
  KnownBits bits(width);
  bits.Zero = APInt(width, zero);
  bits.One = APInt(width, one);
  return bits;
}
[[maybe_unused]] static KnownBits both_known(KnownBits a, const KnownBits& b) {
  a.Zero |= b.Zero;
  a.One |= b.One;
  return a;
}
[[maybe_unused]] static ConstantRange truth(unsigned width, bool no, bool yes) {
  const ConstantRange zero(APInt(width, 0)), one(APInt(width, 1));
  return no && yes ? zero.unionWith(one) : no ? zero : yes ? one : ConstantRange::getEmpty(width);
}
[[maybe_unused]] static KnownBits truth(unsigned width, Optional<bool> answer) {
  const KnownBits zero = KnownBits::makeConstant(APInt(width, 0)), one = KnownBits::makeConstant(APInt(width, 1));
  return !answer ? KnownBits::commonBits(zero, one) : *answer ? one : zero;
}
[[maybe_unused]] static ConstantRange overflow(const ConstantRange& a, const ConstantRange& b,
                                               ConstantRange::OverflowResult result) {
  using Answer = ConstantRange::OverflowResult;
  if (a.isEmptySet() || b.isEmptySet()) return ConstantRange::getEmpty(a.getBitWidth());
  return truth(a.getBitWidth(), result == Answer::MayOverflow || result == Answer::NeverOverflows,
               result != Answer::NeverOverflows);
}
[[maybe_unused]] static ConstantRange keep_half(const ConstantRange& a, bool sign) {
  const unsigned width = a.getBitWidth();
  if (width == 1) return a;
  return sign ? a.truncate(width / 2).signExtend(width) : a.truncate(width / 2).zeroExtend(width);
}
[[maybe_unused]] static KnownBits keep_half(const KnownBits& a, bool sign) {
  const unsigned width = a.getBitWidth();
  if (width == 1) return a;
  return sign ? a.trunc(width / 2).sext(width) : a.trunc(width / 2).zext(width);
}
template <typename Set>
static unsigned count(const Set& set) {
  unsigned values = 0;
  for (unsigned v = 0; v < (1u << set.getBitWidth()); ++v) values += has(set, APInt(set.getBitWidth(), v));
  return values;
}
template <typename Set>
static void show(const char* what, const Set& set) {
  outs() << "  " << what << " ";
  set.print(outs());
  outs() << "\n";
}
//! end
