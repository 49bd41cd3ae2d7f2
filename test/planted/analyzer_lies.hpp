#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace assay::analyzer {

/// The bugs of a value analysis of C, one switch each.
enum class Lie : std::uint8_t {
  None,
  HighOffByOne,
  LowOffByOne,
  SignLostInCast,
  WrapForgotten,
  NegatedBits,
  ComplementOffByOne,
  JoinForgetsBranch,
  IfForgetsElse,
  LoopForgetsLast,
  LoopKeepsEntry,
  StaleAfterIncrement,
  PostfixGivesNew,
  ShiftTooNarrow,
  EqualToBoundIsFalse,
  AtMostIsBelow,
  NegationOffByOne,
  AndOfNonZero,
  OrAtMostLarger,
  TableForgetsLast,
  NarrowingKeepsRange,
  RemainderNonNegative,
  DivisionRoundsDown,
  CompoundNotConverted,
  SwitchKeepsEntry,
  OrTakesFirst,
};

struct PlantedLie {
  Lie lie;
  std::string_view name;
};
/// All lies except None.
[[nodiscard]] std::span<const PlantedLie> planted_lies();

}  // namespace assay::analyzer
