#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// `expression >= 0`, `> 0`, `= 0` or `!= 0`. The last one is only a condition: no element has it among its
/// constraints.
struct Constraint {
  enum class Relation : std::uint8_t { GreaterEqual, Greater, Equal, NotEqual };
  LinearExpression expression;
  Relation relation = Relation::GreaterEqual;

  [[nodiscard]] bool holds(const Point& point) const;
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// Whether a value of this sign is `>= 0`, `> 0`, `= 0` or `!= 0`.
[[nodiscard]] bool holds(int sign, Constraint::Relation relation);
/// " >= 0", " > 0", " = 0" or " != 0".
[[nodiscard]] std::string_view to_text(Constraint::Relation relation);
/// `2*x0 - x1 + 1/2`, as parse_expression reads it.
[[nodiscard]] std::string to_text(const LinearExpression& expression);
/// `2*x0 - x1 + 1/2 >= 0`.
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

}  // namespace assay::domain
