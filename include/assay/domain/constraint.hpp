#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::domain {

/// Exact; canonical.
using Rational = mpq_class;

/// A concrete state: a value for each dimension.
using Point = std::vector<Rational>;

/// `c0*x0 + c1*x1 + ... + constant`. Coefficients that are not there are zero.
struct LinearExpression {
  std::vector<Rational> coefficients;
  Rational constant;

  [[nodiscard]] Rational at(const Point& point) const;
  [[nodiscard]] Rational coefficient(std::size_t dimension) const {
    return dimension < coefficients.size() ? coefficients[dimension] : Rational();
  }
  /// Dimensions with a coefficient other than zero, ascending.
  [[nodiscard]] std::vector<unsigned> support() const;
  friend bool operator==(const LinearExpression&, const LinearExpression&) = default;
};

/// `expression >= 0`, `> 0`, `= 0`, `!= 0` or `= 0 mod m` (a whole multiple of m). The last two are only conditions: no
/// element has them among its constraints.
struct Constraint {
  enum class Relation : std::uint8_t { GreaterEqual, Greater, Equal, NotEqual, Congruent };
  LinearExpression expression;
  Relation relation = Relation::GreaterEqual;
  std::optional<Rational> modulus = {};  ///< of Congruent, and only there: above 0

  [[nodiscard]] bool holds(const Point& point) const;
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// Whether a value of this sign is `>= 0`, `> 0`, `= 0` or `!= 0`. Zero is a multiple of every modulus, and all that is
/// known of Congruent.
[[nodiscard]] bool holds(int sign, Constraint::Relation relation);
/// " >= 0", " > 0", " = 0" or " != 0".
[[nodiscard]] std::string_view to_text(Constraint::Relation relation);
/// `2*x0 - x1 + 1/2`, as parse_expression reads it.
[[nodiscard]] std::string to_text(const LinearExpression& expression);
/// `2*x0 - x1 + 1/2 >= 0`, `x0 + 1 = 0 mod 3`.
[[nodiscard]] std::string to_text(const Constraint& constraint);
[[nodiscard]] std::string to_text(const Point& point);
[[nodiscard]] Result<LinearExpression> parse_expression(std::string_view text);
[[nodiscard]] Result<Constraint> parse_constraint(std::string_view text);
/// "3", "-1/2"; an Error says what is wrong.
[[nodiscard]] Result<Rational> parse_rational(std::string_view text);

/// The range of an expression; an end that is not there is infinite. Nothing is in an empty one.
struct Bounds {
  bool empty = false;
  std::optional<Rational> low;
  std::optional<Rational> high;
};

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
/// Coefficients and a constant that are intervals: their lower ends, and their upper ones.
struct IntervalLinear {
  LinearExpression low;
  LinearExpression high;
};
/// A sum of dimensions with such coefficients that has the same values, for one of Expressions::IntervalCoefficients;
/// nothing for others.
[[nodiscard]] std::optional<IntervalLinear> interval_linear(const Expression& expression);
/// One more than the highest dimension that it has.
[[nodiscard]] unsigned dimensions_of(const Expression& expression);

/// `[1, 2]*x0 + x1*x2/(x0 - 3)`, as parse_general reads it.
[[nodiscard]] std::string to_text(const Expression& expression);
[[nodiscard]] Result<Expression> parse_general(std::string_view text);

}  // namespace assay::domain
