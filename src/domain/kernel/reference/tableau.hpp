#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/domain/constraint.hpp"

namespace assay::domain {

/// Exact linear programming: the simplex method (Dantzig 1951; Chvatal, "Linear Programming", 1983, chapters 2 and 3,
/// for dictionaries and both phases) on integers with one common denominator. Pivots need no fractions (Edmonds 1967,
/// after Bareiss 1968): every entry is a determinant of the input, so it stays small and its division is exact. The
/// entering and leaving variables are Bland's (Bland 1977), so it ends. Strict constraints are read as closed ones.
class Tableau {
 public:
  Tableau(unsigned dimensions, const std::vector<Constraint>& constraints);

  [[nodiscard]] bool feasible() const { return feasible_; }
  struct Optimum {
    bool bounded = false;
    Rational value;
  };
  /// Requires feasible(). If bounded, vertex() attains the optimum; else the objective grows along direction().
  Optimum maximize(const LinearExpression& expression);
  /// The basic solution of the current dictionary.
  [[nodiscard]] Point vertex() const;
  [[nodiscard]] const Point& direction() const { return direction_; }

  /// A proof of the last answer: one factor for each constraint, nonnegative for inequalities. The sum of all
  /// `expression * factor` is `value - e` after a bounded maximize(e), and a negative constant if infeasible.
  [[nodiscard]] std::vector<Rational> certificate() const;

 private:
  /// The variable of a row or column: a dimension, or the value of the expression of an inequality or an equality.
  enum class Kind : unsigned char { Dimension, Slack, Zero };
  using Row = std::vector<mpz_class>;  ///< the constant, then a factor for each column

  [[nodiscard]] bool is_slack(unsigned variable) const { return kinds_[variable] == Kind::Slack; }
  void add(const Constraint& constraint);
  void settle_dimensions();
  bool make_feasible();
  void pivot(std::size_t row, std::size_t column);
  void subtract(Row& row, const Row& from, std::size_t column, const mpz_class& factor);
  [[nodiscard]] std::optional<std::size_t> entering_column() const;
  [[nodiscard]] std::optional<std::size_t> leaving_row(std::size_t column) const;
  void set_objective(const LinearExpression& expression);
  void keep_direction(std::size_t column);

  unsigned dimensions_;
  bool feasible_ = false;
  std::optional<std::size_t> impossible_;  ///< row that proves infeasibility
  mpz_class denominator_ = 1;
  std::vector<Row> rows_;
  std::vector<unsigned> row_variables_;     ///< variable of each row
  std::vector<unsigned> column_variables_;  ///< variable of each column; its value is 0 at vertex()
  std::vector<Kind> kinds_;                 ///< by variable: dimensions, then constraints
  std::vector<mpz_class> scales_;           ///< by variable: positive factor that makes the input coefficients integers
  Row objective_;
  mpz_class objective_scale_ = 1;
  Point direction_;
};

}  // namespace assay::domain
