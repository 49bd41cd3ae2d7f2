#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "workers/llvm/float_operations.hpp"
#include "workers/llvm/ir_machine.hpp"

namespace assay::llvm_worker {
namespace {

Cell defined(std::uint64_t bits) { return {bits, State::Defined}; }

/// The result of an operation on i4, as a signed number; 100: poison, 101: undef, 102: undefined behaviour.
int on_four_bits(Code code, std::uint8_t flags, std::int64_t a, std::int64_t b, std::int64_t c = 0) {
  Cell out;
  const auto cell = [](std::int64_t value) { return defined(static_cast<std::uint64_t>(value) & 15U); };
  if (apply(code, flags, 4, 4, cell(a), cell(b), cell(c), out) == Step::Undefined) return 102;
  if (out.state == State::Poison) return 100;
  if (out.state == State::Unknown) return 101;
  return static_cast<int>(signed_of(out.bits, 4));
}

TEST(LlvmOperations, WrapAndItsFlags) {
  EXPECT_EQ(on_four_bits(Code::Add, 0, 7, 1), -8);
  EXPECT_EQ(on_four_bits(Code::Add, kNsw, 7, 1), 100);
  EXPECT_EQ(on_four_bits(Code::Add, kNuw, 7, 1), -8);
  EXPECT_EQ(on_four_bits(Code::Add, kNuw, -1, 1), 100);
  EXPECT_EQ(on_four_bits(Code::Add, kNsw, -1, 1), 0);
  EXPECT_EQ(on_four_bits(Code::Sub, kNuw, 0, 1), 100);
  EXPECT_EQ(on_four_bits(Code::Sub, kNsw, -8, 1), 100);
  EXPECT_EQ(on_four_bits(Code::Sub, kNsw, 0, 1), -1);
  EXPECT_EQ(on_four_bits(Code::Mul, kNsw, 4, 2), 100);
  EXPECT_EQ(on_four_bits(Code::Mul, kNuw, 4, 2), -8);
  EXPECT_EQ(on_four_bits(Code::Mul, kNuw, 4, 4), 100);
  EXPECT_EQ(on_four_bits(Code::Mul, kNsw, -8, -1), 100);
}

TEST(LlvmOperations, Shifts) {
  EXPECT_EQ(on_four_bits(Code::Shl, 0, 1, 4), 100);
  EXPECT_EQ(on_four_bits(Code::Shl, 0, 3, 3), -8);
  EXPECT_EQ(on_four_bits(Code::Shl, kNuw, 3, 3), 100);
  EXPECT_EQ(on_four_bits(Code::Shl, kNsw, -1, 3), -8);
  EXPECT_EQ(on_four_bits(Code::Shl, kNsw, 1, 3), 100);
  EXPECT_EQ(on_four_bits(Code::LShr, 0, -8, 3), 1);
  EXPECT_EQ(on_four_bits(Code::AShr, 0, -8, 3), -1);
  EXPECT_EQ(on_four_bits(Code::LShr, kExact, 5, 1), 100);
  EXPECT_EQ(on_four_bits(Code::AShr, kExact, 6, 1), 3);
}

TEST(LlvmOperations, UnknownOperandsMakeOnlyPoisonWhereEveryValueDoes) {
  const Cell unknown{0, State::Unknown};
  Cell out;
  for (const Code code : {Code::Shl, Code::LShr, Code::AShr, Code::UShlSat, Code::SShlSat}) {
    EXPECT_EQ(apply(code, 0, 4, 4, unknown, defined(4), {}, out), Step::Done);
    EXPECT_EQ(out.state, State::Poison) << "too far, whatever is shifted";
    EXPECT_EQ(apply(code, 0, 4, 4, unknown, defined(3), {}, out), Step::Done);
    EXPECT_EQ(out.state, State::Unknown);
    EXPECT_EQ(apply(code, 0, 4, 4, defined(1), unknown, {}, out), Step::Unclear) << "too far, or not";
  }
  EXPECT_EQ(apply(Code::Add, kNsw, 4, 4, unknown, defined(1), {}, out), Step::Unclear) << "7 + 1 wraps, 6 + 1 does not";
  EXPECT_EQ(apply(Code::Add, 0, 4, 4, unknown, defined(1), {}, out), Step::Done);
  EXPECT_EQ(out.state, State::Unknown);
  EXPECT_EQ(apply(Code::Abs, 0, 4, 4, unknown, defined(1), {}, out), Step::Unclear);
  EXPECT_EQ(apply(Code::Ctlz, 0, 4, 4, unknown, defined(0), {}, out), Step::Done);
  EXPECT_EQ(out.state, State::Unknown);
  EXPECT_EQ(apply(Code::Add, kNsw, 4, 4, unknown, {0, State::Poison}, {}, out), Step::Done);
  EXPECT_EQ(out.state, State::Poison);
}

TEST(LlvmOperations, Divisions) {
  EXPECT_EQ(on_four_bits(Code::UDiv, 0, 5, 0), 102);
  EXPECT_EQ(on_four_bits(Code::SDiv, 0, -8, -1), 102);
  EXPECT_EQ(on_four_bits(Code::SRem, 0, -8, -1), 102);
  EXPECT_EQ(on_four_bits(Code::SDiv, 0, -7, 2), -3);
  EXPECT_EQ(on_four_bits(Code::SRem, 0, -7, 2), -1);
  EXPECT_EQ(on_four_bits(Code::UDiv, kExact, 7, 2), 100);
  EXPECT_EQ(on_four_bits(Code::SDiv, kExact, -6, 2), -3);
  Cell out;
  EXPECT_EQ(apply(Code::UDiv, 0, 4, 4, defined(1), {0, State::Poison}, {}, out), Step::Undefined);
  EXPECT_EQ(apply(Code::UDiv, 0, 4, 4, defined(1), {0, State::Unknown}, {}, out), Step::Unclear);
  EXPECT_EQ(apply(Code::UDiv, 0, 4, 4, {0, State::Poison}, defined(1), {}, out), Step::Done);
  EXPECT_EQ(out.state, State::Poison);
}

TEST(LlvmOperations, Intrinsics) {
  EXPECT_EQ(on_four_bits(Code::Abs, 0, -8, 0), -8);
  EXPECT_EQ(on_four_bits(Code::Abs, 0, -8, 1), 100);
  EXPECT_EQ(on_four_bits(Code::Abs, 0, -3, 1), 3);
  EXPECT_EQ(on_four_bits(Code::Ctlz, 0, 1, 0), 3);
  EXPECT_EQ(on_four_bits(Code::Ctlz, 0, 0, 0), 4);
  EXPECT_EQ(on_four_bits(Code::Cttz, 0, 0, 1), 100);
  EXPECT_EQ(on_four_bits(Code::Cttz, 0, -8, 1), 3);
  EXPECT_EQ(on_four_bits(Code::Ctpop, 0, -1, 0), 4);
  EXPECT_EQ(on_four_bits(Code::Bitreverse, 0, 1, 0), -8);
  EXPECT_EQ(on_four_bits(Code::UMin, 0, -1, 3), 3);
  EXPECT_EQ(on_four_bits(Code::SMin, 0, -1, 3), -1);
  EXPECT_EQ(on_four_bits(Code::UMax, 0, -1, 3), -1);
  EXPECT_EQ(on_four_bits(Code::SMax, 0, -1, 3), 3);
  EXPECT_EQ(on_four_bits(Code::UAddSat, 0, -1, 3), -1);
  EXPECT_EQ(on_four_bits(Code::SAddSat, 0, 7, 3), 7);
  EXPECT_EQ(on_four_bits(Code::USubSat, 0, 1, 3), 0);
  EXPECT_EQ(on_four_bits(Code::SSubSat, 0, -7, 3), -8);
  EXPECT_EQ(on_four_bits(Code::UShlSat, 0, 3, 3), -1);
  EXPECT_EQ(on_four_bits(Code::SShlSat, 0, -3, 3), -8);
  EXPECT_EQ(on_four_bits(Code::SShlSat, 0, 3, 4), 100);
  EXPECT_EQ(on_four_bits(Code::FShl, 0, 1, -8, 1), 3);
  EXPECT_EQ(on_four_bits(Code::FShr, 0, 1, -8, 1), -4);
  EXPECT_EQ(on_four_bits(Code::FShl, 0, 5, 3, 4), 5);
  EXPECT_EQ(on_four_bits(Code::FShr, 0, 5, 3, 4), 3);
}

TEST(LlvmOperations, SixtyFourBits) {
  Cell out;
  const std::uint64_t all = ~std::uint64_t{0}, top = std::uint64_t{1} << 63U;
  (void)apply(Code::UMulOverflow, 0, 64, 64, defined(all), defined(all), {}, out);
  EXPECT_EQ(out.bits, 1U);
  (void)apply(Code::SMulOverflow, 0, 64, 64, defined(all), defined(all), {}, out);
  EXPECT_EQ(out.bits, 0U);
  (void)apply(Code::SMulOverflow, 0, 64, 64, defined(top), defined(all), {}, out);
  EXPECT_EQ(out.bits, 1U);
  (void)apply(Code::SExt, 0, 64, 1, defined(1), {}, {}, out);
  EXPECT_EQ(out.bits, all);
  EXPECT_EQ(sign_bits(all, 64), 64U);
  EXPECT_EQ(sign_bits(1, 64), 63U);
}

TEST(LlvmOperations, PoisonGoesOnAndSelectStopsIt) {
  Cell out;
  const Cell poison{0, State::Poison}, undef{0, State::Unknown};
  (void)apply(Code::And, 0, 4, 4, poison, defined(0), {}, out);
  EXPECT_EQ(out.state, State::Poison);
  (void)apply(Code::And, 0, 4, 4, undef, defined(0), {}, out);
  EXPECT_EQ(out.state, State::Unknown);
  (void)apply(Code::Select, 0, 4, 4, defined(1), defined(3), poison, out);
  EXPECT_EQ(out.state, State::Defined);
  EXPECT_EQ(out.bits, 3U);
  (void)apply(Code::Select, 0, 4, 4, poison, defined(3), defined(3), out);
  EXPECT_EQ(out.state, State::Poison);
  EXPECT_EQ(apply(Code::Select, 0, 4, 4, undef, poison, defined(1), out), Step::Unclear);
  EXPECT_EQ(apply(Code::Select, 0, 4, 4, undef, defined(2), defined(1), out), Step::Done);
  EXPECT_EQ(out.state, State::Unknown);
  (void)apply(Code::Freeze, 0, 4, 4, poison, {}, {}, out);
  EXPECT_EQ(out.state, State::Unknown);
}

/// A function that stores its parameter at an offset of an object, and returns the value at another offset.
FlatFunction storing(Object object, std::uint64_t store_at, std::uint64_t load_at, std::uint8_t load_flags = 0) {
  constexpr std::uint64_t kFirst = std::uint64_t{1} << 32U;
  FlatFunction code;
  code.frame = {{}, defined(kFirst | store_at), defined(kFirst | load_at), {}};
  code.arguments = {8};
  code.objects.push_back(std::move(object));
  Op store{Code::Store};
  store.width = 8, store.a = 0, store.b = 1;
  Op load{Code::Load, load_flags};
  load.width = 8, load.a = 2, load.out = 3;
  Op back{Code::Return};
  back.a = 3;
  code.ops = {store, load, back};
  return code;
}
Object two_bytes() {
  Object object;
  object.name = 7;
  object.visible = true;
  object.bytes = {{5, State::Defined}, {6, State::Defined}};
  return object;
}

TEST(LlvmMachine, GlobalsBeginAsTheyAreInitialisedInEachRun) {
  Machine machine;
  const FlatFunction code = storing(two_bytes(), 0, 1);
  for (const std::uint64_t value : {9U, 5U}) {
    const Outcome outcome = machine.run(code, {defined(value)}, {});
    ASSERT_EQ(outcome.end, Outcome::End::Returned);
    EXPECT_EQ(outcome.value.bits, 6U);
    ASSERT_EQ(outcome.changes.size(), value == 9 ? 1U : 0U) << "what is as it was is no change";
    if (value != 9) continue;
    EXPECT_EQ(outcome.changes[0].object, 7U);
    EXPECT_EQ(outcome.changes[0].offset, 0U);
    EXPECT_EQ(outcome.changes[0].before.bits, 5U);
    EXPECT_EQ(outcome.changes[0].now.bits, 9U);
  }
}

TEST(LlvmMachine, AccessesThatMeanNothing) {
  Machine machine;
  Object constant = two_bytes();
  constant.constant = true;
  EXPECT_EQ(machine.run(storing(constant, 0, 1), {defined(1)}, {}).end, Outcome::End::Undefined);
  EXPECT_EQ(machine.run(storing(two_bytes(), 2, 1), {defined(1)}, {}).end, Outcome::End::Undefined);
  FlatFunction crooked = storing(two_bytes(), 0, 1);
  crooked.ops[1].from = 1;
  EXPECT_EQ(machine.run(crooked, {defined(1)}, {}).end, Outcome::End::Undefined) << "a multiple of 2 was promised";
  FlatFunction strict = storing(two_bytes(), 0, 1);
  strict.defined = {0};
  EXPECT_EQ(machine.run(strict, {{0, State::Poison}}, {}).end, Outcome::End::Undefined);
  EXPECT_EQ(machine.run(strict, {defined(0)}, {}).end, Outcome::End::Returned);
}

TEST(LlvmMachine, ANumberIsNoPointer) {
  Machine machine;
  EXPECT_EQ(machine.run(storing(two_bytes(), 0, 0, kPointer), {defined(3)}, {}).value.state, State::Unknown);
  EXPECT_EQ(machine.run(storing(two_bytes(), 0, 0, kPointer), {defined(0)}, {}).value.state, State::Defined) << "null";
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
const std::uint64_t kNan = nan_bits(64);

/// The result of an operation on doubles.
Cell on_doubles(Code code, std::uint64_t a, std::uint64_t b = 0, std::uint8_t flags = 0, unsigned from = 64,
                unsigned width = 64) {
  Cell out;
  EXPECT_EQ(apply(code, flags, width, from, defined(a), defined(b), {}, out), Step::Done);
  return out;
}

TEST(LlvmFloats, ArithmeticRoundsToNearestEven) {
  EXPECT_EQ(on_doubles(Code::FAdd, bits(9007199254740992.0), bits(1.0)).bits, bits(9007199254740992.0));
  EXPECT_EQ(on_doubles(Code::FAdd, bits(9007199254740994.0), bits(1.0)).bits, bits(9007199254740996.0));
  EXPECT_EQ(on_doubles(Code::FAdd, bits(0.0), bits(-0.0)).bits, bits(0.0));
  EXPECT_EQ(on_doubles(Code::FSub, bits(-0.0), bits(0.0)).bits, bits(-0.0));
  EXPECT_EQ(on_doubles(Code::FDiv, bits(1.0), bits(-0.0)).bits, bits(-HUGE_VAL));
  EXPECT_EQ(on_doubles(Code::FRem, bits(-5.5), bits(2.0)).bits, bits(-1.5));
  EXPECT_EQ(on_doubles(Code::Sqrt, bits(-0.0)).bits, bits(-0.0));
  // A float is no double: 1 + 2^-24 is halfway, and even is 1.
  EXPECT_EQ(on_doubles(Code::FAdd, 0x3f800000, 0x33800000, 0, 32, 32).bits, 0x3f800000U);
}

TEST(LlvmFloats, AllNaNsAreOne) {
  EXPECT_EQ(on_doubles(Code::FSub, bits(HUGE_VAL), bits(HUGE_VAL)).bits, kNan);
  EXPECT_EQ(on_doubles(Code::FNeg, kNan).bits, kNan);
  EXPECT_EQ(on_doubles(Code::FloatOfBits, 0xfff8000000000123).bits, kNan);
  EXPECT_EQ(on_doubles(Code::BitsOfFloat, kNan).state, State::Unknown);
  EXPECT_EQ(on_doubles(Code::BitsOfFloat, bits(1.5)).bits, bits(1.5));
  EXPECT_EQ(on_doubles(Code::CopySign, bits(1.0), kNan).state, State::Unknown);
  EXPECT_EQ(on_doubles(Code::CopySign, bits(1.0), bits(-0.0)).bits, bits(-1.0));
}

TEST(LlvmFloats, ComparisonsTellOrderedFromUnordered) {
  const auto compares = [](unsigned predicate, double a, double b) {
    return on_doubles(Code::FCmp, bits(a), bits(b), 0, predicate).bits != 0;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr unsigned kOeq = 1, kOgt = 2, kOrd = 7, kUno = 8, kUeq = 9, kUne = 14;
  EXPECT_TRUE(compares(kOeq, 0.0, -0.0));
  EXPECT_FALSE(compares(kOeq, nan, nan));
  EXPECT_TRUE(compares(kUeq, nan, 1.0));
  EXPECT_TRUE(compares(kUne, nan, nan));
  EXPECT_TRUE(compares(kUno, 1.0, nan));
  EXPECT_FALSE(compares(kOrd, 1.0, nan));
  EXPECT_TRUE(compares(kOgt, 2.0, 1.0));
}

TEST(LlvmFloats, ConversionsThatDoNotFitArePoison) {
  EXPECT_EQ(on_doubles(Code::FToSI, bits(2147483647.9), 0, 0, 64, 32).bits, 2147483647U);
  EXPECT_EQ(on_doubles(Code::FToSI, bits(2147483648.0), 0, 0, 64, 32).state, State::Poison);
  EXPECT_EQ(on_doubles(Code::FToSI, bits(-2147483648.9), 0, 0, 64, 32).bits, 0x80000000U);
  EXPECT_EQ(on_doubles(Code::FToUI, bits(-0.9), 0, 0, 64, 32).bits, 0U);
  EXPECT_EQ(on_doubles(Code::FToUI, bits(-1.0), 0, 0, 64, 32).state, State::Poison);
  EXPECT_EQ(on_doubles(Code::FToSI, kNan, 0, 0, 64, 32).state, State::Poison);
  EXPECT_EQ(on_doubles(Code::SIToF, 0xffffffff, 0, 0, 32).bits, bits(-1.0));
  EXPECT_EQ(on_doubles(Code::UIToF, 0xffffffff, 0, 0, 32).bits, bits(4294967295.0));
  EXPECT_EQ(on_doubles(Code::FTruncate, bits(1e300), 0, 0, 64, 32).bits, 0x7f800000U);
}

TEST(LlvmFloats, FlagsMakePoisonAndMinimaOfZerosAreOpen) {
  EXPECT_EQ(on_doubles(Code::FAdd, kNan, bits(1.0), kNoNan).state, State::Poison);
  EXPECT_EQ(on_doubles(Code::FMul, bits(1e300), bits(1e300), kNoInf).state, State::Poison);
  EXPECT_EQ(on_doubles(Code::FAdd, bits(1.0), bits(1.0), kNoNan | kNoInf).bits, bits(2.0));
  EXPECT_EQ(on_doubles(Code::MinNum, bits(0.0), bits(-0.0)).state, State::Unknown);
  EXPECT_EQ(on_doubles(Code::MaxNum, kNan, bits(3.0)).bits, bits(3.0));
  Cell out;
  EXPECT_EQ(apply(Code::FAdd, kNoNan, 64, 64, {0, State::Unknown}, defined(0), {}, out), Step::Unclear);
}

TEST(LlvmFloats, ANanInMemoryIsNoNumber) {
  Machine machine;
  FlatFunction code = storing(two_bytes(), 0, 0, kFloat);
  code.objects[0].bytes.resize(8);
  for (Op& op : code.ops)
    if (op.code == Code::Store || op.code == Code::Load) op.width = 64;
  for (Op& op : code.ops) op.flags = op.code == Code::Store ? kFloat : std::uint8_t{0};
  EXPECT_EQ(machine.run(code, {defined(kNan)}, {}).value.state, State::Unknown);
  EXPECT_EQ(machine.run(code, {defined(bits(1.5))}, {}).value.bits, bits(1.5));
}

}  // namespace
}  // namespace assay::llvm_worker
