#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::llvm_worker {

/// The state of a value in one run. Unknown: undef or frozen poison. LLVM may choose its value, so it is not checked.
enum class State : std::uint8_t { Defined, Unknown, Poison };

/// A value of at most 64 bits, zero-extended. A pointer has the object's number (from 1) in its upper 32 bits and the
/// offset in its lower 32 bits.
struct Cell {
  std::uint64_t bits = 0;
  State state = State::Defined;
};

/// LLVM's integer instructions, named as in LLVM, and the machine's own instructions.
enum class Code : std::uint8_t {
  // clang-format off
  Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor,
  Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle,
  ZExt, SExt, Trunc, Copy, Freeze, Select,
  Abs, Ctlz, Cttz, Ctpop, Bswap, Bitreverse, UMin, UMax, SMin, SMax,
  UAddSat, SAddSat, USubSat, SSubSat, UShlSat, SShlSat, FShl, FShr,
  UAddOverflow, SAddOverflow, USubOverflow, SSubOverflow, UMulOverflow, SMulOverflow,  // the second member, i1
  FAdd, FSub, FMul, FDiv, FRem, FNeg, FAbs, CopySign, MinNum, MaxNum, Sqrt, Floor, Ceil, RoundToZero, Fma, FCmp,
  FToSI, FToUI, SIToF, UIToF, FTruncate, FExtend, BitsOfFloat, FloatOfBits,
  Alloca, Load, Store, Forget, Gep, PointerCompare, Call, Assume,
  Jump, Branch, Switch, Return, Unreachable, Check, CounterReset, CounterBump, CounterRead,
  // clang-format on
};

/// Flags of an instruction that turn some results into poison.
inline constexpr std::uint8_t kNuw = 1, kNsw = 2, kExact = 4, kInBounds = 8;
/// Flags of Load and Store: the value is a pointer, a floating-point number.
inline constexpr std::uint8_t kPointer = 16, kFloat = 128;
/// Flags of operations on floating-point numbers: `nnan`, `ninf`.
inline constexpr std::uint8_t kNoNan = 32, kNoInf = 64;

/// The result of a step.
enum class Step : std::uint8_t {
  Done,
  Undefined,  ///< undefined behaviour, so the run is meaningless
  Unclear,    ///< undefined behaviour or poison, depending on LLVM's choice of an unknown value
};

[[nodiscard]] constexpr std::uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}
[[nodiscard]] constexpr std::int64_t signed_of(std::uint64_t bits, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}
/// The number of leading bits that are equal to the highest bit, including it.
[[nodiscard]] unsigned sign_bits(std::uint64_t bits, unsigned width);

/// One pure operation, as specified by the LangRef of LLVM 14. All verdicts depend on it. `width` is the width of the
/// operands (for casts: of the result, and `from` is that of the operand). Comparisons and overflow members give one
/// bit. Unused operands are ignored.
[[nodiscard]] Step apply(Code code, std::uint8_t flags, unsigned width, unsigned from, const Cell& a, const Cell& b,
                         const Cell& c, Cell& out);

}  // namespace assay::llvm_worker
