#include "domain/kernel/reference/tableau.hpp"

#include <algorithm>
#include <utility>

namespace assay::domain {
namespace {

/// The least positive integer that makes all coefficients of the expression integers when multiplied.
mpz_class scale_of(const LinearExpression& expression) {
  mpz_class scale = expression.constant.get_den();
  for (const Rational& coefficient : expression.coefficients)
    if (sgn(coefficient) != 0) scale = lcm(scale, coefficient.get_den());
  return scale;
}

/// `value * scale`. The scale must be a multiple of the denominator.
mpz_class scaled(const Rational& value, const mpz_class& scale) { return value.get_num() * (scale / value.get_den()); }

Rational quotient(const mpz_class& above, const mpz_class& below) {
  Rational value(above, below);
  value.canonicalize();
  return value;
}

}  // namespace

Tableau::Tableau(unsigned dimensions, const std::vector<Constraint>& constraints) : dimensions_(dimensions) {
  kinds_.assign(dimensions, Kind::Dimension);
  scales_.assign(dimensions, 1);
  for (unsigned i = 0; i < dimensions; ++i) column_variables_.push_back(i);
  rows_.reserve(constraints.size());
  for (const Constraint& constraint : constraints) add(constraint);
  settle_dimensions();
  feasible_ = make_feasible();
}

void Tableau::add(const Constraint& constraint) {
  const mpz_class scale = scale_of(constraint.expression);
  Row row(dimensions_ + 1);
  row[0] = scaled(constraint.expression.constant, scale);
  for (unsigned i = 0; i < dimensions_ && i < constraint.expression.coefficients.size(); ++i)
    row[i + 1] = scaled(constraint.expression.coefficients[i], scale);
  row_variables_.push_back(static_cast<unsigned>(kinds_.size()));
  kinds_.push_back(constraint.relation == Constraint::Relation::Equal ? Kind::Zero : Kind::Slack);
  scales_.push_back(scale);
  rows_.push_back(std::move(row));
}

/// Dimensions are unbounded variables: each is exchanged with a constraint, equalities first, and becomes a row without
/// restriction. A dimension without remaining constraint stays a column: the polyhedron is a cylinder along it.
void Tableau::settle_dimensions() {
  for (const Kind kind : {Kind::Zero, Kind::Slack}) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (kinds_[row_variables_[row]] != kind) continue;
      for (std::size_t column = 0; column < dimensions_; ++column) {
        if (kinds_[column_variables_[column]] != Kind::Dimension || sgn(rows_[row][column + 1]) == 0) continue;
        pivot(row, column);
        break;
      }
    }
  }
}

/// row -= from * factor, as integers over the new denominator (the pivot, `from[column + 1]`).
void Tableau::subtract(Row& row, const Row& from, std::size_t column, const mpz_class& factor) {
  const mpz_class& with = from[column + 1];
  const bool divide = denominator_ != 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i == column + 1) continue;
    mpz_class& entry = row[i];
    if (sgn(entry) != 0) entry *= with;
    if (sgn(factor) != 0 && sgn(from[i]) != 0) mpz_submul(entry.get_mpz_t(), factor.get_mpz_t(), from[i].get_mpz_t());
    if (divide && sgn(entry) != 0) mpz_divexact(entry.get_mpz_t(), entry.get_mpz_t(), denominator_.get_mpz_t());
  }
}

/// Exchanges the variables of the row and the column.
void Tableau::pivot(std::size_t row, std::size_t column) {
  const Row& from = rows_[row];
  const mpz_class with = from[column + 1];
  const auto reduce = [&](Row& other) {
    const mpz_class factor = other[column + 1];
    subtract(other, from, column, factor);
    // The column's entry is `factor / with`, over the new denominator `with`.
    if (sgn(with) < 0)
      for (mpz_class& entry : other) mpz_neg(entry.get_mpz_t(), entry.get_mpz_t());
    other[column + 1] = sgn(with) < 0 ? mpz_class(-factor) : factor;
  };
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (i != row) reduce(rows_[i]);
  if (!objective_.empty()) reduce(objective_);
  Row& self = rows_[row];
  for (mpz_class& entry : self) mpz_neg(entry.get_mpz_t(), entry.get_mpz_t());
  self[column + 1] = denominator_;
  if (sgn(with) < 0)
    for (mpz_class& entry : self) mpz_neg(entry.get_mpz_t(), entry.get_mpz_t());
  denominator_ = abs(with);
  std::swap(row_variables_[row], column_variables_[column]);
}

/// The dual simplex method without an objective. While a slack is negative, it is exchanged with a column that can
/// raise it. Without such a column its row proves infeasibility: the slack is a negative sum of nonpositive terms.
bool Tableau::make_feasible() {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    // An equality that is still a row contains no dimension: it states 0 = constant.
    if (kinds_[row_variables_[row]] != Kind::Zero || sgn(rows_[row][0]) == 0) continue;
    impossible_ = row;
    return false;
  }
  while (true) {
    std::optional<std::size_t> leaving;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (!is_slack(row_variables_[row]) || sgn(rows_[row][0]) >= 0) continue;
      if (!leaving || row_variables_[row] < row_variables_[*leaving]) leaving = row;
    }
    if (!leaving) return true;
    std::optional<std::size_t> entering;
    for (std::size_t column = 0; column < dimensions_; ++column) {
      if (!is_slack(column_variables_[column]) || sgn(rows_[*leaving][column + 1]) <= 0) continue;
      if (!entering || column_variables_[column] < column_variables_[*entering]) entering = column;
    }
    if (!entering) {
      impossible_ = leaving;
      return false;
    }
    pivot(*leaving, *entering);
  }
}

void Tableau::set_objective(const LinearExpression& expression) {
  objective_scale_ = scale_of(expression);
  objective_.assign(dimensions_ + 1, 0);
  objective_[0] = scaled(expression.constant, objective_scale_) * denominator_;
  const auto factor_of = [&](unsigned variable) { return scaled(expression.coefficient(variable), objective_scale_); };
  for (std::size_t column = 0; column < dimensions_; ++column)
    if (column_variables_[column] < dimensions_)
      objective_[column + 1] += factor_of(column_variables_[column]) * denominator_;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (row_variables_[row] >= dimensions_) continue;
    const mpz_class factor = factor_of(row_variables_[row]);
    if (sgn(factor) == 0) continue;
    for (std::size_t i = 0; i < objective_.size(); ++i) objective_[i] += factor * rows_[row][i];
  }
}

/// A column whose growth from 0 increases the objective; a column of a dimension may also decrease.
std::optional<std::size_t> Tableau::entering_column() const {
  std::optional<std::size_t> best;
  for (std::size_t column = 0; column < dimensions_; ++column) {
    const unsigned variable = column_variables_[column];
    const int sign = sgn(objective_[column + 1]);
    if (kinds_[variable] == Kind::Dimension && sign != 0) return column;
    if (kinds_[variable] != Kind::Slack || sign <= 0) continue;
    if (!best || variable < column_variables_[*best]) best = column;
  }
  return best;
}

/// The row of the slack that becomes 0 first when the column grows.
std::optional<std::size_t> Tableau::leaving_row(std::size_t column) const {
  std::optional<std::size_t> best;
  mpz_class left;
  mpz_class right;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (!is_slack(row_variables_[row]) || sgn(rows_[row][column + 1]) >= 0) continue;
    if (!best) {
      best = row;
      continue;
    }
    // Compare rows_[row][0] / -rows_[row][column + 1] with the ratio of the best row; both denominators are positive.
    left = rows_[row][0] * rows_[*best][column + 1];
    right = rows_[*best][0] * rows_[row][column + 1];
    const int order = cmp(right, left);
    if (order < 0 || (order == 0 && row_variables_[row] < row_variables_[*best])) best = row;
  }
  return best;
}

Tableau::Optimum Tableau::maximize(const LinearExpression& expression) {
  set_objective(expression);
  while (const std::optional<std::size_t> column = entering_column()) {
    const std::optional<std::size_t> row =
        kinds_[column_variables_[*column]] == Kind::Dimension ? std::nullopt : leaving_row(*column);
    if (!row) {
      keep_direction(*column);
      return {};
    }
    pivot(*row, *column);
  }
  return {true, quotient(objective_[0], denominator_ * objective_scale_)};
}

/// Stores in direction_ how the dimensions change when the column's variable increases the objective.
void Tableau::keep_direction(std::size_t column) {
  const int sign = sgn(objective_[column + 1]);
  direction_.assign(dimensions_, 0);
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (row_variables_[row] < dimensions_)
      direction_[row_variables_[row]] = quotient(rows_[row][column + 1] * sign, denominator_);
  if (column_variables_[column] < dimensions_) direction_[column_variables_[column]] = sign;
}

Point Tableau::vertex() const {
  Point point(dimensions_);
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (row_variables_[row] < dimensions_) point[row_variables_[row]] = quotient(rows_[row][0], denominator_);
  return point;
}

std::vector<Rational> Tableau::certificate() const {
  std::vector<Rational> factors(kinds_.size() - dimensions_);
  const auto read = [&](const Row& row, const mpz_class& scale, int sign) {
    for (std::size_t column = 0; column < dimensions_; ++column) {
      const unsigned variable = column_variables_[column];
      if (variable < dimensions_) continue;
      factors[variable - dimensions_] = quotient(row[column + 1] * scales_[variable] * sign, denominator_ * scale);
    }
  };
  if (feasible_) {
    read(objective_, objective_scale_, -1);
  } else {
    // slack = constant + sum gives slack - sum = constant < 0. For an equality with a positive constant, negate it.
    const unsigned variable = row_variables_[*impossible_];
    const int sign = sgn(rows_[*impossible_][0]) > 0 ? 1 : -1;
    read(rows_[*impossible_], 1, sign);
    factors[variable - dimensions_] = Rational(scales_[variable]) * -sign;
  }
  return factors;
}

}  // namespace assay::domain
