#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/domain/adapt.hpp"

namespace assay::domain {

/// A box: a range for each dimension. All operations are the best there are.
class Interval {
 public:
  static Interval top(unsigned dimensions);
  static Interval bottom(unsigned dimensions);

  [[nodiscard]] bool leq(const Interval& other) const;
  [[nodiscard]] bool equal(const Interval& other) const;
  [[nodiscard]] bool is_bottom() const;
  [[nodiscard]] bool is_top() const;
  [[nodiscard]] Interval join(const Interval& other) const;
  [[nodiscard]] Interval meet(const Interval& other) const;
  [[nodiscard]] Interval widen(const Interval& other) const;
  [[nodiscard]] Interval narrow(const Interval& other) const;
  [[nodiscard]] Interval assume(const Constraint& constraint) const;
  [[nodiscard]] Interval assign(unsigned dimension, const LinearExpression& expression) const;
  [[nodiscard]] Interval parallel_assign(const std::vector<Assignment>& assignments) const;
  [[nodiscard]] Interval substitute(unsigned dimension, const LinearExpression& expression) const;
  [[nodiscard]] Interval assign_expression(unsigned dimension, const Expression& expression) const;
  [[nodiscard]] Interval assume_expression(const Expression& expression, Constraint::Relation relation) const;
  [[nodiscard]] Interval forget(unsigned dimension) const;
  [[nodiscard]] Interval add_rays(const std::vector<Ray>& rays) const;
  [[nodiscard]] Interval close() const;
  [[nodiscard]] Interval loosen(unsigned way) const;
  [[nodiscard]] Interval regenerate() const;
  [[nodiscard]] Interval resize() const;
  [[nodiscard]] std::vector<Constraint> constraints() const;
  Bounds bounds(const LinearExpression& expression);
  [[nodiscard]] bool satisfies(const Constraint& constraint) const;
  std::string print();

 private:
  struct Range {
    std::optional<Rational> low;
    std::optional<Rational> high;
    friend bool operator==(const Range&, const Range&) = default;
  };

  explicit Interval(unsigned dimensions) : ranges_(dimensions) {}
  static Range scaled(const Range& range, const Rational& factor);
  static Range sum(const Range& left, const Range& right);
  static Range product(const Range& left, const Range& right);
  /// Nullopt if the divisor can only be zero.
  static std::optional<Range> quotient(const Range& left, const Range& right);
  [[nodiscard]] std::optional<Range> range_of(const Expression& expression) const;
  /// The range of the expression; the dimension `without` is left out of the sum.
  [[nodiscard]] Range range_of(const LinearExpression& expression, std::optional<unsigned> without = {}) const;
  [[nodiscard]] Interval assume_congruence(const Constraint& congruence) const;
  /// Removes from `result` points that satisfy `expression >= 0` for no values in this box.
  void cut(Interval& result, const LinearExpression& expression) const;
  /// Bottom where a range is empty.
  [[nodiscard]] Interval settled() &&;

  bool empty_ = false;
  std::vector<Range> ranges_;
};

}  // namespace assay::domain
