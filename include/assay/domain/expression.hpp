#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/domain/constraint.hpp"

namespace assay::domain {

/// An expression that need not be linear: sums, products and quotients of dimensions and of intervals of numbers. It
/// has every value that some choice from its intervals gives, each interval chosen from for itself; none where it
/// divides by zero. A tree.
struct Expression {
  enum class Kind : std::uint8_t { Interval, Dimension, Add, Subtract, Multiply, Divide };
  Kind kind = Kind::Interval;
  Rational low;                       ///< of Interval
  Rational high;                      ///< not below `low`
  unsigned dimension = 0;             ///< of Dimension
  std::vector<Expression> arguments;  ///< two, of the others

  [[nodiscard]] static Expression number(const Rational& value) { return interval(value, value); }
  [[nodiscard]] static Expression interval(const Rational& low, const Rational& high);
  [[nodiscard]] static Expression variable(unsigned dimension);
  [[nodiscard]] static Expression of(Kind kind, Expression left, Expression right);
  [[nodiscard]] static Expression of(const LinearExpression& linear);

  /// One choice out of an interval.
  using Choice = std::function<Rational(const Rational& low, const Rational& high)>;
  /// The value at a point for the choices. Nothing where it divides by zero.
  [[nodiscard]] std::optional<Rational> at(const Point& point, const Choice& choose) const;
  friend bool operator==(const Expression&, const Expression&) = default;
};

/// Which of these expressions a domain takes; each kind is one of the next.
enum class Expressions : std::uint8_t {
  IntervalConstants,     ///< 2*x0 - x1 + [1, 3]
  IntervalCoefficients,  ///< [1, 2]*x0 + [0, 1/2]
  Any,                   ///< x0*x1 / (x2 + 1)
};

/// The least and the greatest value as linear expressions, for one of Expressions::IntervalConstants; nothing for
/// others.
[[nodiscard]] std::optional<std::pair<LinearExpression, LinearExpression>> linear_ends(const Expression& expression);
/// One more than the highest dimension that it has.
[[nodiscard]] unsigned dimensions_of(const Expression& expression);

/// `[1, 2]*x0 + x1*x2/(x0 - 3)`, as parse_general reads it.
[[nodiscard]] std::string to_text(const Expression& expression);
[[nodiscard]] Result<Expression> parse_general(std::string_view text);

}  // namespace assay::domain
