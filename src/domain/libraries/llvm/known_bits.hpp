#pragma once

#include <llvm/Support/KnownBits.h>

#include <string>
#include <string_view>
#include <vector>

#include "value_domain.hpp"

namespace assay::domain {

/// Traits of KnownBits for ValueDomain. Bottom has a conflict in every bit.
struct KnownBitsTraits {
  using Value = llvm::KnownBits;
  static constexpr std::string_view kType = "KnownBits";
  static constexpr std::string_view kJoin = "KnownBits::commonBits(a, b)";
  static constexpr std::string_view kMeet = "both_known(a, b)";
  static constexpr bool kBottomForTransformers = false;  ///< undocumented for conflicts

  static Contract contract(unsigned width);
  static Value known(unsigned width, const llvm::APInt& zero, const llvm::APInt& one);
  static Value top(unsigned width) { return Value(width); }
  static Value bottom(unsigned width) {
    return known(width, llvm::APInt::getAllOnes(width), llvm::APInt::getAllOnes(width));
  }
  static Value single(const llvm::APInt& number) { return Value::makeConstant(number); }
  static bool leq(const Value& left, const Value& right) {
    return right.Zero.isSubsetOf(left.Zero) && right.One.isSubsetOf(left.One);
  }
  static bool equal(const Value& left, const Value& right) { return left.Zero == right.Zero && left.One == right.One; }
  static bool is_bottom(const Value& value) { return value.hasConflict(); }
  static bool is_top(const Value& value) { return value.isUnknown(); }
  static bool contains(const Value& value, const llvm::APInt& number) {
    return !value.Zero.intersects(number) && value.One.isSubsetOf(number);
  }
  static Value join(const Value& left, const Value& right) { return Value::commonBits(left, right); }
  static Value meet(const Value& left, const Value& right) {
    return normal(known(left.getBitWidth(), left.Zero | right.Zero, left.One | right.One));
  }
  static Value normal(const Value& value) { return value.hasConflict() ? bottom(value.getBitWidth()) : value; }
  /// "1?0?"; "none" for bottom.
  static std::string print(const Value& value);
  static std::string construction(const Value& value);
  /// All elements, those with the most known bits first.
  static std::vector<Value> all(unsigned width);
  static const std::vector<TransformerRow<Value>>& rows();
};

}  // namespace assay::domain
