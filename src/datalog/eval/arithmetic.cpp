#include "arithmetic.hpp"

#include <bit>
#include <cstdint>

#include "assay/base/check.hpp"

namespace assay::datalog {
namespace {

std::uint64_t as_unsigned(Value value) { return static_cast<std::uint64_t>(value); }

template <typename T>
bool holds(Comparator comparator, T left, T right) {
  switch (comparator) {
    case Comparator::Equal: return left == right;
    case Comparator::NotEqual: return left != right;
    case Comparator::Less: return left < right;
    case Comparator::LessEqual: return left <= right;
    case Comparator::Greater: return left > right;
    case Comparator::GreaterEqual: return left >= right;
  }
  return false;
}

/// The result in 64 bits, signed or unsigned; nullopt on overflow of 64 bits or an undefined division.
template <typename T>
std::optional<T> in_64_bits(Operator op, T left, T right) {
  T result = 0;
  switch (op) {
    case Operator::Add:
      if (__builtin_add_overflow(left, right, &result)) return std::nullopt;
      return result;
    case Operator::Subtract:
      if (__builtin_sub_overflow(left, right, &result)) return std::nullopt;
      return result;
    case Operator::Multiply:
      if (__builtin_mul_overflow(left, right, &result)) return std::nullopt;
      return result;
    case Operator::Divide:
    case Operator::Modulo:
      if (left < T{0} || right <= T{0}) return std::nullopt;
      return op == Operator::Divide ? left / right : left % right;
    case Operator::Minimum: return left < right ? left : right;
    case Operator::Maximum: return left < right ? right : left;
  }
  return std::nullopt;
}

}  // namespace

bool fits(Type type, Value value, unsigned bits) {
  ASSAY_CHECK(bits >= 1 && bits <= 64, "integers have 1 to 64 bits");
  if (bits == 64) return true;
  if (type == Type::Number) {
    const Value bound = Value{1} << (bits - 1);
    return value >= -bound && value < bound;
  }
  return type != Type::Unsigned || as_unsigned(value) >> bits == 0;
}

std::optional<Value> computed(Operator op, Type type, Value left, Value right, unsigned bits) {
  std::optional<Value> result;
  if (type == Type::Unsigned) {
    if (const auto value = in_64_bits(op, as_unsigned(left), as_unsigned(right))) result = static_cast<Value>(*value);
  } else {
    result = in_64_bits(op, left, right);
  }
  if (result && !fits(type, *result, bits)) return std::nullopt;
  return result;
}

bool compare(Comparator comparator, Type type, Value left, Value right) {
  if (type == Type::Unsigned) return holds(comparator, as_unsigned(left), as_unsigned(right));
  if (type == Type::Float) return holds(comparator, std::bit_cast<double>(left), std::bit_cast<double>(right));
  return holds(comparator, left, right);
}

void Sum::add(Value value) {
  if (type_ == Type::Unsigned) {
    positive_ += static_cast<Wide>(as_unsigned(value));
  } else {
    (value < 0 ? negative_ : positive_) += value;
  }
}

std::optional<Value> Sum::value() const {
  const Wide one = 1;
  const unsigned magnitude = type_ == Type::Unsigned ? bits_ : bits_ - 1;
  if (positive_ >= one << magnitude || negative_ < -(one << magnitude)) return std::nullopt;
  return static_cast<Value>(positive_ + negative_);
}

}  // namespace assay::datalog
