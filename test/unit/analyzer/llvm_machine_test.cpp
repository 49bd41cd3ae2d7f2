#include <gtest/gtest.h>

#include <utility>

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

}  // namespace
}  // namespace assay::llvm_worker
