#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/adapt.hpp"

/// A domain of intervals, one for each dimension, as an author of a domain writes it, and a typical bug: with the
/// template's argument, widening looks at the lower ends only.
namespace example {

using assay::domain::Constraint;
using assay::domain::LinearExpression;
using assay::domain::Rational;

struct Interval {
  std::optional<Rational> low;  ///< nothing: there is no end
  std::optional<Rational> high;
};

template <bool WithBug>
class Box {
 public:
  static Box top(unsigned dimensions) { return Box(std::vector<Interval>(dimensions)); }
  static Box bottom(unsigned dimensions) {
    Box box = top(dimensions);
    box.empty_ = true;
    return box;
  }

  bool leq(const Box& other) const {
    if (empty_ || other.empty_) return empty_;
    for (std::size_t i = 0; i < ends_.size(); ++i)
      if (less(ends_[i].low, other.ends_[i].low) || less(other.ends_[i].high, ends_[i].high, true)) return false;
    return true;
  }
  Box join(const Box& other) const {
    if (empty_) return other;
    if (other.empty_) return *this;
    Box box = *this;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      if (less(other.ends_[i].low, ends_[i].low)) box.ends_[i].low = other.ends_[i].low;
      if (less(ends_[i].high, other.ends_[i].high, true)) box.ends_[i].high = other.ends_[i].high;
    }
    return box;
  }
  Box meet(const Box& other) const {
    Box box = *this;
    box.empty_ = empty_ || other.empty_;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      if (less(ends_[i].low, other.ends_[i].low)) box.ends_[i].low = other.ends_[i].low;
      if (less(other.ends_[i].high, ends_[i].high, true)) box.ends_[i].high = other.ends_[i].high;
      box.empty_ = box.empty_ || (box.ends_[i].low && box.ends_[i].high && *box.ends_[i].low > *box.ends_[i].high);
    }
    return box.empty_ ? bottom(static_cast<unsigned>(ends_.size())) : box;
  }
  Box widen(const Box& other) const {
    if (empty_) return other;
    if (other.empty_) return *this;
    Box box = *this;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      if (less(other.ends_[i].low, ends_[i].low)) box.ends_[i].low.reset();
      if (!WithBug && less(ends_[i].high, other.ends_[i].high, true)) box.ends_[i].high.reset();
    }
    return box;
  }

  Interval bounds_of(const LinearExpression& expression) const {
    Interval sum{expression.constant, expression.constant};
    for (const unsigned i : expression.support()) {
      const Rational& factor = expression.coefficients[i];
      const bool turned = sgn(factor) < 0;
      add(sum.low, turned ? ends_[i].high : ends_[i].low, factor);
      add(sum.high, turned ? ends_[i].low : ends_[i].high, factor);
    }
    return sum;
  }
  Box assign(unsigned dimension, const LinearExpression& expression) const {
    Box box = *this;
    if (!empty_) box.ends_[dimension] = bounds_of(expression);
    return box;
  }
  Box forget(unsigned dimension) const {
    Box box = *this;
    if (!empty_) box.ends_[dimension] = {};
    return box;
  }
  /// Bounds each dimension of the constraint by the bounds of the other dimensions.
  Box assume(const Constraint& constraint) const {
    if (empty_) return *this;
    Box box = tightened(constraint.expression);
    if (constraint.relation != Constraint::Relation::Equal || box.empty_) return box;
    LinearExpression turned = constraint.expression;
    for (Rational& factor : turned.coefficients) factor = -factor;
    turned.constant = -turned.constant;
    return box.tightened(turned);
  }

  std::vector<Constraint> constraints() const {
    std::vector<Constraint> all;
    if (empty_) all.push_back({{{}, -1}, Constraint::Relation::GreaterEqual});
    for (std::size_t i = 0; i < ends_.size() && !empty_; ++i) {
      std::vector<Rational> unit(ends_.size());
      unit[i] = 1;
      if (ends_[i].low) all.push_back({{unit, -*ends_[i].low}, Constraint::Relation::GreaterEqual});
      unit[i] = -1;
      if (ends_[i].high) all.push_back({{unit, *ends_[i].high}, Constraint::Relation::GreaterEqual});
    }
    return all;
  }
  assay::domain::Bounds bounds(const LinearExpression& expression) const {
    const Interval range = bounds_of(expression);
    return {empty_, range.low, range.high};
  }
  std::string print() const {
    if (empty_) return "empty";
    std::string text;
    for (const Interval& range : ends_)
      text +=
          "[" + (range.low ? range.low->get_str() : "-oo") + ", " + (range.high ? range.high->get_str() : "oo") + "]";
    return text;
  }

 private:
  explicit Box(std::vector<Interval> ends) : ends_(std::move(ends)) {}

  /// Whether an end is smaller. A missing end is -oo, or oo if `infinite`.
  static bool less(const std::optional<Rational>& left, const std::optional<Rational>& right, bool infinite = false) {
    if (left && right) return *left < *right;
    return infinite ? left.has_value() : right.has_value();
  }
  static void add(std::optional<Rational>& sum, const std::optional<Rational>& end, const Rational& factor) {
    if (!sum || !end) return sum.reset();
    *sum += *end * factor;
  }
  Box tightened(const LinearExpression& expression) const {
    Box box = *this;
    for (const unsigned i : expression.support()) {
      LinearExpression others = expression;
      others.coefficients[i] = 0;
      const Interval rest = bounds_of(others);
      if (!rest.high) continue;
      const Rational end = -*rest.high / expression.coefficients[i];
      Box half = top(static_cast<unsigned>(ends_.size()));
      (sgn(expression.coefficients[i]) > 0 ? half.ends_[i].low : half.ends_[i].high) = end;
      box = box.meet(half);
    }
    if (expression.support().empty() && sgn(expression.constant) < 0) box.empty_ = true;
    return box;
  }

  std::vector<Interval> ends_;
  bool empty_ = false;
};

/// The promises of the domain.
inline assay::domain::Contract box_contract() {
  assay::domain::Contract contract;
  contract.name = "example:Box";
  contract.shape = assay::domain::Shape::Box;
  contract.with_laws = {66};  // an end that does not grow stays
  return contract;
}

}  // namespace example
