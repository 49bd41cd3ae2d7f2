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

/// An exact rational number in lowest terms.
using Rational = mpq_class;

/// A concrete state: a value for each dimension.
using Point = std::vector<Rational>;

/// `c0*x0 + c1*x1 + ... + constant`. Missing coefficients are zero.
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

/// `expression >= 0`, `> 0`, `= 0`, `!= 0` or `= 0 mod m` (an integer multiple of m). The last two occur only as
/// conditions (operands of Assume), never among the constraints of an element.
struct Constraint {
  enum class Relation : std::uint8_t { GreaterEqual, Greater, Equal, NotEqual, Congruent };
  LinearExpression expression;
  Relation relation = Relation::GreaterEqual;
  std::optional<Rational> modulus = {};  ///< of Congruent only; positive

  [[nodiscard]] bool holds(const Point& point) const;
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// Whether a value of this sign is `>= 0`, `> 0`, `= 0` or `!= 0`. For Congruent: true only for zero, because a sign
/// does not determine other multiples of the modulus.
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
/// Reads "3" or "-1/2".
[[nodiscard]] Result<Rational> parse_rational(std::string_view text);

/// The range of an expression. A missing end is infinite. `empty`: the range contains no value.
struct Bounds {
  bool empty = false;
  std::optional<Rational> low;
  std::optional<Rational> high;
};

/// A tree of sums, products and quotients of dimensions and number intervals; it need not be linear. Its values are
/// those for all choices of one number from each interval, chosen independently. A choice that leads to a division by
/// zero gives no value.
struct Expression {
  enum class Kind : std::uint8_t { Interval, Dimension, Add, Subtract, Multiply, Divide };
  Kind kind = Kind::Interval;
  Rational low;                       ///< of Interval
  Rational high;                      ///< not below `low`
  unsigned dimension = 0;             ///< of Dimension
  std::vector<Expression> arguments;  ///< two for Add, Subtract, Multiply and Divide

  [[nodiscard]] static Expression number(const Rational& value) { return interval(value, value); }
  [[nodiscard]] static Expression interval(const Rational& low, const Rational& high);
  [[nodiscard]] static Expression variable(unsigned dimension);
  [[nodiscard]] static Expression of(Kind kind, Expression left, Expression right);
  [[nodiscard]] static Expression of(const LinearExpression& linear);

  /// Chooses a number of the interval [low, high].
  using Choice = std::function<Rational(const Rational& low, const Rational& high)>;
  /// The value at a point for the numbers that `choose` returns. Nullopt for a division by zero.
  [[nodiscard]] std::optional<Rational> at(const Point& point, const Choice& choose) const;
  friend bool operator==(const Expression&, const Expression&) = default;
};

/// The expressions that a domain accepts. Each class includes the previous one.
enum class Expressions : std::uint8_t {
  IntervalConstants,     ///< 2*x0 - x1 + [1, 3]
  IntervalCoefficients,  ///< [1, 2]*x0 + [0, 1/2]
  Any,                   ///< x0*x1 / (x2 + 1)
};

/// The least and the greatest value as linear expressions. Nullopt if the expression is not in
/// Expressions::IntervalConstants.
[[nodiscard]] std::optional<std::pair<LinearExpression, LinearExpression>> linear_ends(const Expression& expression);
/// A linear expression with intervals as coefficients and constant: their lower ends and their upper ends.
struct IntervalLinear {
  LinearExpression low;
  LinearExpression high;
};
/// An interval-linear expression with the same values. Nullopt if the expression is not in
/// Expressions::IntervalCoefficients.
[[nodiscard]] std::optional<IntervalLinear> interval_linear(const Expression& expression);
/// One more than the highest dimension in the expression; 0 without dimensions.
[[nodiscard]] unsigned dimensions_of(const Expression& expression);

/// `[1, 2]*x0 + x1*x2/(x0 - 3)`, as parse_general reads it.
[[nodiscard]] std::string to_text(const Expression& expression);
[[nodiscard]] Result<Expression> parse_general(std::string_view text);

}  // namespace assay::domain
