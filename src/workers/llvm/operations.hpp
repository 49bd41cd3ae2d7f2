#pragma once

#include <cstdint>

namespace assay::llvm_worker {

/// What is known of a value in one run. Unknown: undef, or frozen poison: LLVM may choose, so nothing of it is judged.
enum class State : std::uint8_t { Defined, Unknown, Poison };

/// A value of at most 64 bits, zero-extended; a pointer is the number of its object (from 1) and an offset of 32 bits.
struct Cell {
  std::uint64_t bits = 0;
  State state = State::Defined;
};

/// Instructions of LLVM's integer part, by their names there, and of the machine itself.
enum class Code : std::uint8_t {
  // clang-format off
  Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor,
  Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle,
  ZExt, SExt, Trunc, Copy, Freeze, Select,
  Abs, Ctlz, Cttz, Ctpop, Bswap, Bitreverse, UMin, UMax, SMin, SMax,
  UAddSat, SAddSat, USubSat, SSubSat, UShlSat, SShlSat, FShl, FShr,
  UAddOverflow, SAddOverflow, USubOverflow, SSubOverflow, UMulOverflow, SMulOverflow,  // the second member, i1
  Alloca, Load, Store, Forget, Gep, PointerCompare, Call, Assume,
  Jump, Branch, Switch, Return, Unreachable, Check, CounterReset, CounterBump, CounterRead,
  // clang-format on
};

/// Flags of an instruction that make poison of some results.
inline constexpr std::uint8_t kNuw = 1, kNsw = 2, kExact = 4, kInBounds = 8;
/// Of Load and Store: the value is a pointer.
inline constexpr std::uint8_t kPointer = 16;

/// How an operation went.
enum class Step : std::uint8_t {
  Done,
  Undefined,  ///< undefined behaviour: the run means nothing
  Unclear,    ///< undefined or poison, or neither, by what LLVM chooses for an unknown value
};

[[nodiscard]] constexpr std::uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}
[[nodiscard]] constexpr std::int64_t signed_of(std::uint64_t bits, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}
/// How often the highest bit is repeated from the top on.
[[nodiscard]] unsigned sign_bits(std::uint64_t bits, unsigned width);

/// One pure operation as the LangRef of LLVM 14 says: the kernel of trust. `width` is the operands' (of casts: the
/// result's, and `from` the operand's); comparisons and overflow members give one bit. Unused operands are ignored.
[[nodiscard]] Step apply(Code code, std::uint8_t flags, unsigned width, unsigned from, const Cell& a, const Cell& b,
                         const Cell& c, Cell& out);

}  // namespace assay::llvm_worker
