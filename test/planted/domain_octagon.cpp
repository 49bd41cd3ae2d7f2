#include "domain_octagon.hpp"

#include <algorithm>
#include <utility>

#include "domain_bugs.hpp"

namespace assay::domain {
namespace {

std::size_t opposite(std::size_t column) { return column ^ 1U; }
std::size_t column_of(unsigned dimension, bool negative) { return 2 * std::size_t{dimension} + (negative ? 1 : 0); }

}  // namespace

Octagon::Octagon(unsigned dimensions) {
  matrix_.size = 2 * std::size_t{dimensions};
  matrix_.entries.resize(matrix_.size * matrix_.size);
  for (std::size_t i = 0; i < matrix_.size; ++i) matrix_.at(i, i) = 0;
}

Octagon::Octagon(const Octagon& other) : matrix_(other.matrix_), closed_(other.closed_) {
  if (planted(Bug::CopyClaimsClosed) && !closed_) closed_ = Closed{false, matrix_};
}

Octagon Octagon::top(unsigned dimensions) { return Octagon(dimensions); }

Octagon Octagon::bottom(unsigned dimensions) {
  Octagon made(dimensions);
  for (std::size_t i = 0; i < made.matrix_.size; ++i) made.matrix_.at(i, i) = -1;
  return made;
}

void Octagon::lower(Entry& entry, const Entry& by) {
  if (less(by, entry)) entry = by;
}

/// Shortest paths, then every sum of two bounds of single dimensions, once: this is all over the rationals.
Octagon::Closed Octagon::closure(Matrix matrix) {
  Closed made{false, std::move(matrix)};
  Matrix& m = made.matrix;
  const std::size_t last = m.size - (planted(Bug::ClosureSkipsLast) && m.size > 2 ? 2 : 0);
  for (std::size_t k = 0; k < last && !planted(Bug::ClosureDisabled); ++k) {
    for (std::size_t i = 0; i < m.size; ++i) {
      if (!m.at(i, k)) continue;
      for (std::size_t j = 0; j < m.size; ++j)
        if (m.at(k, j)) lower(m.at(i, j), *m.at(i, k) + *m.at(k, j));
    }
  }
  if (planted(Bug::ClosureForIntegers))
    for (std::size_t i = 0; i < m.size; ++i)
      if (Entry& entry = m.at(i, opposite(i))) {
        mpz_class half;
        mpz_fdiv_q(half.get_mpz_t(), entry->get_num_mpz_t(), mpz_class(2 * entry->get_den()).get_mpz_t());
        entry = 2 * half;
      }
  for (std::size_t i = 0; i < m.size && !planted(Bug::ClosureNotStrong) && !planted(Bug::ClosureDisabled); ++i)
    for (std::size_t j = 0; j < m.size; ++j)
      if (const Entry& one = m.at(i, opposite(i)), &other = m.at(opposite(j), j); one && other)
        lower(m.at(i, j), (*one + *other) / 2);
  for (std::size_t i = 0; i < m.size; ++i) {
    if (sgn(*m.at(i, i)) < 0 && !planted(Bug::ClosureMissesEmpty)) made.empty = true;
    m.at(i, i) = 0;
  }
  return made;
}

const Octagon::Closed& Octagon::closed() const {
  if (!closed_) closed_ = closure(matrix_);
  return *closed_;
}

bool Octagon::leq(const Octagon& other) const {
  if (closed().empty) return true;
  if (other.closed().empty) return false;
  const Matrix& mine = planted(Bug::LeqOfUnclosed) ? matrix_ : closed().matrix;
  const Matrix& its = other.closed().matrix;
  const std::size_t columns = planted(Bug::LeqIgnoresSide) ? its.size - 1 : its.size;
  for (std::size_t i = 0; i < its.size; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      if (less(its.at(i, j), mine.at(i, j))) return false;
  return true;
}

bool Octagon::is_top() const {
  const Closed& all = closed();
  if (all.empty) return false;
  for (std::size_t i = 0; i < all.matrix.size; ++i)
    for (std::size_t j = 0; j < all.matrix.size; ++j)
      if (i != j && all.matrix.at(i, j) && !(planted(Bug::TopTestLooksAtFirst) && i > 1)) return false;
  return true;
}

/// The number of bounds of two dimensions that are tighter than the bounds of each. Mirror images count once.
std::size_t Octagon::relations(const Matrix& m) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < m.size; ++i)
    for (std::size_t j = 0; j < m.size; ++j) {
      if (i / 2 == j / 2 || !m.at(i, j)) continue;
      const Entry& one = m.at(i, opposite(i));
      const Entry& other = m.at(opposite(j), j);
      if (!one || !other || *m.at(i, j) < (*one + *other) / 2) ++count;
    }
  return count / 2;
}

Octagon Octagon::join(const Octagon& other) const {
  if (planted(Bug::JoinWithItself) && this == &other) return top(dimensions());
  if (!planted(Bug::JoinOfBottom)) {
    if (closed().empty) return other;
    if (other.closed().empty) return *this;
  }
  Octagon result(dimensions());
  const bool raw = planted(Bug::JoinOfUnclosed);
  const Matrix& mine = raw ? matrix_ : closed().matrix;
  const Matrix& its = raw ? other.matrix_ : other.closed().matrix;
  const bool related = planted(Bug::JoinOfRelated) && relations(mine) > 2 && relations(its) > 2;
  for (std::size_t i = 0; i < result.matrix_.entries.size(); ++i) {
    const bool larger = less(mine.entries[i], its.entries[i]);
    const std::size_t row = i / result.matrix_.size;
    const std::size_t column = i % result.matrix_.size;
    const bool smaller = (planted(Bug::JoinTakesSmaller) && i == 1) || (related && row / 2 != column / 2);
    result.matrix_.entries[i] = larger != smaller ? its.entries[i] : mine.entries[i];
  }
  return result;
}

Octagon Octagon::meet(const Octagon& other) const {
  Octagon result = *this;
  result.closed_.reset();
  for (std::size_t i = 0; i < matrix_.entries.size(); ++i) {
    const Entry& its = other.matrix_.entries[i];
    if (planted(Bug::MeetTakesWrongBound) && i == 1 && result.matrix_.entries[i]) {
      if (less(result.matrix_.entries[i], its)) result.matrix_.entries[i] = its;
    } else {
      lower(result.matrix_.entries[i], its);
    }
  }
  if (planted(Bug::MeetClaimsClosed)) result.closed_ = Closed{closed().empty || other.closed().empty, result.matrix_};
  return result;
}

Octagon Octagon::widen(const Octagon& other) const {
  if (planted(Bug::WidenIsJoin)) return join(other);
  if (other.closed().empty) return planted(Bug::WidenWithBottom) ? other : *this;
  if (closed().empty) return other;
  Octagon result = *this;
  result.closed_.reset();
  if (planted(Bug::WidenCloses)) result.matrix_ = closed().matrix;
  const Matrix& its = other.closed().matrix;
  for (std::size_t i = 0; i < result.matrix_.entries.size(); ++i) {
    Entry& entry = result.matrix_.entries[i];
    const bool grows = less(entry, its.entries[i]) && !planted(Bug::WidenIgnoresRight);
    const bool eager = planted(Bug::WidenEager) && entry && entry == its.entries[i];
    if (entry && (grows || eager) && i % (its.size + 1) != 0) entry.reset();
  }
  return result;
}

Octagon Octagon::narrow(const Octagon& other) const {
  if (planted(Bug::NarrowIsMeet)) return meet(other);
  Octagon result = *this;
  result.closed_.reset();
  for (std::size_t i = 0; i < matrix_.size; ++i)
    for (std::size_t j = 0; j < matrix_.size; ++j) {
      const bool wrong = planted(Bug::NarrowWrongSide) && j == opposite(i);
      if (!result.matrix_.at(i, j)) result.matrix_.at(i, j) = wrong ? other.matrix_.at(j, i) : other.matrix_.at(i, j);
    }
  return other.closed().empty ? other : result;
}

void Octagon::bound(std::size_t row, std::size_t column, const Rational& limit) {
  lower(matrix_.at(row, column), limit);
  if (!planted(Bug::AssumeNotCoherent)) lower(matrix_.at(opposite(column), opposite(row)), limit);
}

std::optional<Octagon::Form> Octagon::form(const LinearExpression& expression) {
  Form made;
  const std::vector<unsigned> support = expression.support();
  if (support.size() > 2) return std::nullopt;
  for (const unsigned dimension : support) {
    const Rational& coefficient = expression.coefficients[dimension];
    if (!made.columns.empty() && abs(coefficient) != made.factor) return std::nullopt;
    made.factor = abs(coefficient);
    const bool negative = sgn(coefficient) < 0 && !(planted(Bug::AssumeIgnoresSign) && support.size() == 2);
    made.columns.push_back(column_of(dimension, negative));
  }
  return made;
}

/// Assumes expression >= 0 if it is octagonal.
bool Octagon::bound_below(const LinearExpression& expression) {
  const std::optional<Form> shape = form(expression);
  if (!shape) return false;
  const Rational limit = expression.constant / shape->factor;
  switch (shape->columns.size()) {
    case 0:
      if (sgn(limit) < 0) *this = bottom(dimensions());
      break;
    case 1:  // -x <= limit
      bound(shape->columns[0], opposite(shape->columns[0]), planted(Bug::AssumeNotDoubled) ? limit : 2 * limit);
      break;
    default: bound(shape->columns[0], opposite(shape->columns[1]), limit); break;  // -x - y <= limit
  }
  return true;
}

Octagon Octagon::assume(const Constraint& constraint) const {
  // An octagon cannot express more; a strict condition is read as a closed one.
  if (constraint.relation == Constraint::Relation::NotEqual && !planted(Bug::AssumeDisequalityAsInequality))
    return *this;
  const bool equality = constraint.relation == Constraint::Relation::Equal && !planted(Bug::AssumeEqualityAsInequality);
  LinearExpression expression = usable(constraint.expression);
  if (constraint.relation == Constraint::Relation::Greater && planted(Bug::AssumeStrictAsNext))
    expression.constant -= 1;
  Octagon result = *this;
  if (!planted(Bug::AssumeKeepsCache)) result.closed_.reset();
  if (form(expression)) {
    result.bound_below(expression);
    if (equality) result.bound_below(minus(expression));
    return result;
  }
  std::vector<Constraint> all = constraints();
  all.push_back({expression, equality ? Constraint::Relation::Equal : Constraint::Relation::GreaterEqual});
  return of(generators_of(all, dimensions()), dimensions());
}

/// The smallest octagon that contains all.
Octagon Octagon::of(const Cone& generators, unsigned dimensions) {
  if (!has_point(generators)) return bottom(dimensions);
  Octagon made(dimensions);
  for (std::size_t i = 0; i < made.matrix_.size; ++i)
    for (std::size_t j = 0; j < made.matrix_.size; ++j)
      if (i != j) made.matrix_.at(i, j) = bounds_over(generators, made.difference(i, j)).high;
  return made;
}

LinearExpression Octagon::difference(std::size_t row, std::size_t column) const {
  LinearExpression made;
  made.coefficients.resize(dimensions());
  made.coefficients[column / 2] += column % 2 == 0 ? 1 : -1;
  made.coefficients[row / 2] -= row % 2 == 0 ? 1 : -1;
  return made;
}

/// x := shift + x, or shift - x.
Octagon Octagon::moved(unsigned dimension, bool negative, const Rational& shift) const {
  const auto before = [&](std::size_t column) {
    return negative && column / 2 == dimension ? opposite(column) : column;
  };
  const auto by = [&](std::size_t column) -> Rational {
    if (column / 2 != dimension) return 0;
    return column % 2 == 0 ? shift : Rational(-shift);
  };
  Octagon result(dimensions());
  for (std::size_t i = 0; i < matrix_.size; ++i)
    for (std::size_t j = 0; j < matrix_.size; ++j) {
      const Entry& from = matrix_.at(before(i), before(j));
      const bool shifts = !planted(Bug::AssignShiftsBoundsOnly) || i == opposite(j);
      result.matrix_.at(i, j) = from && shifts ? Entry(*from + by(j) - by(i)) : from;
    }
  return result;
}

/// The single dimension of `support` without bounds, if each other dimension has a range of width 1 at most.
std::optional<unsigned> Octagon::only_open(const std::vector<unsigned>& support) const {
  std::optional<unsigned> open;
  for (const unsigned i : support) {
    const Entry& high = closed().matrix.at(column_of(i, true), column_of(i, false));
    const Entry& low = closed().matrix.at(column_of(i, false), column_of(i, true));
    if (high && low && *high + *low <= 2) continue;
    if (open || high || low) return std::nullopt;
    open = i;
  }
  return support.size() > 1 ? open : std::nullopt;
}

Octagon Octagon::assign(unsigned dimension, const LinearExpression& expression_of_user) const {
  if (planted(Bug::AssignForgets)) return forget(dimension);
  if (closed().empty) return *this;
  const LinearExpression expression = usable(expression_of_user);
  const std::vector<unsigned> support = expression.support();
  const bool unit = support.size() <= 1 && (support.empty() || abs(expression.coefficients[support[0]]) == 1);
  if (!unit) {
    Octagon result = parallel_assign({{dimension, expression}});
    if (const std::optional<unsigned> open = only_open(support);
        planted(Bug::AssignOfOneOpen) && open && *open != dimension) {
      LinearExpression more;
      more.coefficients.resize(dimensions());
      more.coefficients[dimension] = 1;
      more.coefficients[*open] = -1;
      more.constant = 1;
      result.bound_below(more);
    }
    return result;
  }
  const bool negative = !support.empty() && expression.coefficients[support[0]] < 0 && !planted(Bug::MixedSigns);
  if (!support.empty() && support[0] == dimension) return moved(dimension, negative, expression.constant);
  Octagon result = planted(Bug::AssignKeepsOld) ? *this : forget(dimension);
  result.closed_.reset();
  LinearExpression equal = expression;
  equal.coefficients.resize(dimensions());
  if (!support.empty()) equal.coefficients[support[0]] = negative ? -1 : 1;
  equal.coefficients[dimension] = -1;
  result.bound_below(equal);
  result.bound_below(minus(equal));
  return result;
}

Octagon Octagon::parallel_assign(const std::vector<Assignment>& assignments) const {
  if (closed().empty) return *this;
  std::vector<Assignment> used = assignments;
  for (Assignment& assignment : used) assignment.expression = usable(assignment.expression);
  if (!planted(Bug::ParallelInSequence)) return of(mapped(generators(), used, dimensions()), dimensions());
  Octagon result = *this;
  for (const Assignment& assignment : used)
    result = of(mapped(result.generators(), {assignment}, dimensions()), dimensions());
  return result;
}

Octagon Octagon::substitute(unsigned dimension, const LinearExpression& expression) const {
  if (planted(Bug::SubstituteIsAssign)) return assign(dimension, expression);
  if (closed().empty) return *this;
  std::vector<Constraint> all = constraints();
  for (Constraint& constraint : all) {
    LinearExpression& within = constraint.expression;
    within.coefficients.resize(dimensions());
    const Rational factor = within.coefficients[dimension];
    within.coefficients[dimension] = 0;
    for (unsigned i = 0; i < dimensions(); ++i) within.coefficients[i] += factor * expression.coefficient(i);
    within.constant += factor * expression.constant;
  }
  if (planted(Bug::SubstituteKeepsOld))
    for (const Constraint& old : constraints()) all.push_back(old);
  return of(generators_of(all, dimensions()), dimensions());
}

Octagon Octagon::forget(unsigned dimension) const {
  if (closed().empty) return *this;
  if (planted(Bug::ForgetSkipsLast) && dimension + 1 == dimensions() && dimension > 0) return *this;
  Octagon result(dimensions());
  result.matrix_ = planted(Bug::ForgetUnclosed) ? matrix_ : closed().matrix;
  for (std::size_t column = 0; column < matrix_.size; ++column)
    for (const bool negative : {false, true}) {
      const std::size_t own = column_of(dimension, negative);
      if (column == own) continue;
      result.matrix_.at(own, column).reset();
      result.matrix_.at(column, own).reset();
    }
  return result;
}

Octagon Octagon::resize() const {
  Octagon wider(dimensions() + 1);
  for (std::size_t i = 0; i < matrix_.size; ++i)
    for (std::size_t j = 0; j < matrix_.size; ++j) wider.matrix_.at(i, j) = matrix_.at(i, j);
  Octagon result(dimensions());
  for (std::size_t i = 0; i < matrix_.size; ++i)
    for (std::size_t j = 0; j < matrix_.size; ++j)
      if (!planted(Bug::ResizeDrops) || i / 2 == j / 2) result.matrix_.at(i, j) = wider.matrix_.at(i, j);
  return result;
}

void Octagon::canonicalize() {
  matrix_ = closed().empty ? bottom(dimensions()).matrix_ : closed().matrix;
  if (planted(Bug::CanonicalizeDrops) && matrix_.size > 2 && !closed().empty) {
    for (std::size_t i = 2; i < matrix_.size; ++i) {
      matrix_.at(0, i).reset();
      matrix_.at(opposite(i), 1).reset();
    }
    closed_.reset();
  }
}

std::vector<Constraint> Octagon::constraints() const {
  using Relation = Constraint::Relation;
  if (closed().empty) {
    if (planted(Bug::ConstraintsOfBottom)) return {};
    return {{{{}, -1}, Relation::GreaterEqual}};
  }
  // An entry and its mirror image are one constraint.
  const auto first = [](std::size_t row, std::size_t column) {
    return std::min(std::pair{row, column}, std::pair{opposite(column), opposite(row)});
  };
  const Matrix& m = closed().matrix;
  std::vector<Constraint> all;
  for (std::size_t i = 0; i < m.size; ++i) {
    for (std::size_t j = 0; j < m.size; ++j) {
      if (i == j || !m.at(i, j) || first(i, j) != std::pair{i, j}) continue;
      if (planted(Bug::ConstraintsForgetOne) && i / 2 != j / 2 && (i + j) % 2 == 1) continue;
      const bool equality = m.at(j, i) && *m.at(i, j) + *m.at(j, i) == 0;
      if (equality && first(j, i) < first(i, j)) continue;
      LinearExpression room = minus(difference(i, j));
      room.constant = *m.at(i, j);
      all.push_back({std::move(room), equality ? Relation::Equal : Relation::GreaterEqual});
    }
  }
  return all;
}

Bounds Octagon::bounds(const LinearExpression& expression) {
  if (closed().empty) return {true, {}, {}};
  if (planted(Bug::BoundsChange) && matrix_.size > 2) {
    matrix_.at(0, 2).reset();
    matrix_.at(3, 1).reset();
    closed_.reset();
  }
  const std::optional<Form> shape = form(expression);
  if (!shape || shape->columns.empty()) return bounds_over(generators(), expression);
  const std::size_t column = shape->columns[0];
  const std::size_t row = opposite(shape->columns.back());
  Rational factor = shape->factor / (shape->columns.size() == 1 ? 2 : 1);
  if (planted(Bug::BoundsOff)) factor = shape->factor;
  const Entry& high = closed().matrix.at(row, column);
  const Entry& low = closed().matrix.at(column, row);
  Bounds bounds;
  if (high) bounds.high = *high * factor + expression.constant;
  if (low) bounds.low = -*low * factor + expression.constant;
  if (planted(Bug::BoundsLoose) && bounds.high) *bounds.high += 1;
  return bounds;
}

bool Octagon::satisfies(const Constraint& constraint) const {
  const Bounds bounds = Octagon(*this).bounds(constraint.expression);
  if (bounds.empty) return true;
  const Rational enough = planted(Bug::SatisfiesGenerous) ? -1 : 0;
  const bool low = bounds.low && *bounds.low >= enough;
  if (planted(Bug::SatisfiesStingy) && constraint.expression.support().size() > 1) return false;
  switch (constraint.relation) {
    case Constraint::Relation::GreaterEqual: return low;
    case Constraint::Relation::NotEqual:
    case Constraint::Relation::Greater: return low && sgn(*bounds.low) > 0;
    case Constraint::Relation::Congruent:
    case Constraint::Relation::Equal: break;
  }
  return low && bounds.high && *bounds.high <= 0;
}

bool Octagon::contains(const Point& point) const {
  for (std::size_t i = 0; i < matrix_.size; ++i)
    for (std::size_t j = 0; j < matrix_.size; ++j)
      if (matrix_.at(i, j) && difference(i, j).at(point) > *matrix_.at(i, j)) return false;
  return true;
}

std::string Octagon::print() {
  std::string text;
  for (const Constraint& constraint : constraints()) text += (text.empty() ? "{" : ", ") + to_text(constraint);
  if (planted(Bug::PrintChanges) && !closed().empty) *this = forget(0);
  return text.empty() ? "{}" : text + "}";
}

}  // namespace assay::domain
