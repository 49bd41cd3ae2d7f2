#pragma once

#include <llvm/IR/ConstantRange.h>

#include <string>
#include <string_view>
#include <vector>

#include "value_domain.hpp"

namespace assay::domain {

/// Traits of ConstantRange for ValueDomain.
struct ConstantRangeTraits {
  using Value = llvm::ConstantRange;
  static constexpr std::string_view kType = "ConstantRange";
  static constexpr std::string_view kJoin = "a.unionWith(b)";
  static constexpr std::string_view kMeet = "a.intersectWith(b)";
  static constexpr bool kBottomForTransformers = true;  ///< the empty set is an ordinary argument

  static Contract contract(unsigned width);
  static Value top(unsigned width) { return Value::getFull(width); }
  static Value bottom(unsigned width) { return Value::getEmpty(width); }
  static Value single(const llvm::APInt& number) { return Value(number); }
  static bool leq(const Value& left, const Value& right) { return right.contains(left); }
  static bool equal(const Value& left, const Value& right) { return left == right; }
  static bool is_bottom(const Value& value) { return value.isEmptySet(); }
  static bool is_top(const Value& value) { return value.isFullSet(); }
  static bool contains(const Value& value, const llvm::APInt& number) { return value.contains(number); }
  static Value join(const Value& left, const Value& right) { return left.unionWith(right); }
  static Value meet(const Value& left, const Value& right) { return left.intersectWith(right); }
  static Value normal(Value value) { return value; }
  static std::string print(const Value& value);
  static std::string construction(const Value& value);
  /// All ranges, small ranges first.
  static std::vector<Value> all(unsigned width);
  static const std::vector<TransformerRow<Value>>& rows();
};

}  // namespace assay::domain
