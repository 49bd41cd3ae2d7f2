#include "domain_polyhedra.hpp"

#include <algorithm>
#include <utility>

#include "domain_bugs.hpp"

namespace assay::domain {
namespace {

bool is_zero(const Row& row) {
  return std::all_of(row.begin(), row.end(), [](const mpz_class& entry) { return sgn(entry) == 0; });
}

Row negated(Row row) {
  for (mpz_class& entry : row) entry = -entry;
  return row;
}

/// True if `row >= 0` on all points of the generators.
bool holds(const Row& row, const Cone& generators) {
  return std::all_of(generators.rays.begin(), generators.rays.end(),
                     [&](const Row& ray) {
                       return sgn(dot(row, ray)) >= 0 || (planted(Bug::LeqIgnoresSide) && ray.back() == 0);
                     }) &&
         std::all_of(generators.lines.begin(), generators.lines.end(),
                     [&](const Row& line) { return sgn(dot(row, line)) == 0; });
}

std::vector<bool> touched(const Row& row, const Cone& generators) {
  std::vector<bool> zeros;
  for (const Row& ray : generators.rays) zeros.push_back(sgn(dot(row, ray)) == 0);
  return zeros;
}

LinearExpression rounded_if_planted(LinearExpression expression) {
  if (planted(Bug::FractionsDropped))
    for (Rational& coefficient : expression.coefficients)
      if (coefficient.get_den() != 1) coefficient = coefficient.get_num() / coefficient.get_den();
  return expression;
}

}  // namespace

Polyhedra Polyhedra::top(unsigned dimensions) { return Polyhedra(dimensions); }

Polyhedra Polyhedra::bottom(unsigned dimensions) {
  Polyhedra made(dimensions);
  made.rows_.rays.emplace_back(dimensions + 1);
  made.rows_.rays.back().back() = -1;
  return made;
}

Polyhedra Polyhedra::of(const Cone& generators, unsigned dimensions) {
  if (!has_point(generators)) return bottom(dimensions);
  Polyhedra made(dimensions);
  made.rows_ = rows_of(generators, dimensions + 1);
  // 1 >= 0 is always true.
  std::erase_if(made.rows_.rays, [](const Row& row) {
    return std::all_of(row.begin(), row.end() - 1, [](const mpz_class& entry) { return sgn(entry) == 0; });
  });
  return made;
}

std::vector<Row> Polyhedra::inequalities() const {
  std::vector<Row> all = rows_.rays;
  for (const Row& line : rows_.lines) {
    all.push_back(line);
    all.push_back(negated(line));
  }
  return all;
}

const Cone& Polyhedra::generators() const {
  if (!*cache_) {
    std::vector<Row> rows(1, Row(dimensions_ + 1));
    rows.back().back() = 1;
    const std::vector<Row> more = inequalities();
    rows.insert(rows.end(), more.begin(), more.end());
    *cache_ = cone_of(rows, dimensions_ + 1);
  }
  return **cache_;
}

Polyhedra Polyhedra::to_change() const {
  Polyhedra made = *this;
  if (planted(Bug::CopySharesState)) {
    made.cache_->reset();
  } else if (!planted(Bug::AssumeKeepsCache)) {
    made.cache_ = std::make_shared<Cache>();
  }
  return made;
}

void Polyhedra::add(const LinearExpression& expression, bool equality) {
  Row row = row_of(expression, dimensions_);
  shorten(row);
  if (is_zero(row)) return;
  (equality ? rows_.lines : rows_.rays).push_back(std::move(row));
}

bool Polyhedra::is_bottom() const { return !has_point(generators()); }

bool Polyhedra::is_top() const {
  const std::vector<Row> rows = inequalities();
  const std::size_t count = planted(Bug::TopTestLooksAtFirst) ? std::min<std::size_t>(1, rows.size()) : rows.size();
  for (std::size_t i = 0; i < count; ++i)
    for (unsigned dimension = 0; dimension < (planted(Bug::TopTestLooksAtFirst) ? 1 : dimensions_); ++dimension)
      if (sgn(rows[i][dimension]) != 0) return false;
  return !is_bottom();
}

bool Polyhedra::leq(const Polyhedra& other) const {
  if (is_bottom()) return true;
  const std::vector<Row> rows = other.inequalities();
  if (planted(Bug::LeqIsStrict) && rows.size() > 3 && rows == inequalities()) return false;
  return std::all_of(rows.begin(), rows.end(), [&](const Row& row) { return holds(row, generators()); });
}

Polyhedra Polyhedra::join(const Polyhedra& other) const {
  if (!planted(Bug::JoinOfBottom)) {
    if (is_bottom()) return other;
    if (other.is_bottom()) return *this;
  }
  if (planted(Bug::JoinIsWeak)) {
    Polyhedra result(dimensions_);
    for (const Row& row : inequalities())
      if (holds(row, other.generators())) result.rows_.rays.push_back(row);
    for (const Row& row : other.inequalities())
      if (holds(row, generators())) result.rows_.rays.push_back(row);
    return result;
  }
  Cone both = generators();
  const Cone& its = other.generators();
  for (const Row& ray : its.rays)
    if (!planted(Bug::JoinDropsDirections) || ray.back() != 0) both.rays.push_back(ray);
  both.lines.insert(both.lines.end(), its.lines.begin(), its.lines.end());
  if (planted(Bug::JoinTakesSmaller) && both.rays.size() > 3) both.rays.pop_back();
  return of(both, dimensions_);
}

Polyhedra Polyhedra::meet(const Polyhedra& other) const {
  Polyhedra result = to_change();
  result.rows_.rays.insert(result.rows_.rays.end(), other.rows_.rays.begin(), other.rows_.rays.end());
  result.rows_.lines.insert(result.rows_.lines.end(), other.rows_.lines.begin(), other.rows_.lines.end());
  if (planted(Bug::MeetDropsLast) && result.rows_.rays.size() > 1) result.rows_.rays.pop_back();
  if (planted(Bug::CopySharesState) || planted(Bug::AssumeKeepsCache)) return result;
  return of(result.generators(), dimensions_);
}

Polyhedra Polyhedra::widen(const Polyhedra& other) const {
  if (planted(Bug::WidenIsJoin)) return join(other);
  if (is_bottom()) return planted(Bug::WidenWithBottom) ? *this : other;
  if (other.is_bottom()) return *this;
  const Polyhedra least = of(generators(), dimensions_);
  Polyhedra result(dimensions_);
  std::vector<std::vector<bool>> zeros;
  for (const Row& row : least.inequalities()) {
    if (!planted(Bug::WidenEager) || sgn(row.back()) != 0)
      if (planted(Bug::WidenIgnoresRight) || holds(row, other.generators())) result.rows_.rays.push_back(row);
    zeros.push_back(touched(row, generators()));
  }
  if (planted(Bug::WidenEager)) return result;
  if (planted(Bug::WidenGivesUpAll) && !other.leq(*this)) return top(dimensions_);
  // A constraint of the right polyhedron that could replace a constraint of the left one is kept, too.
  for (const Row& row : of(other.generators(), dimensions_).inequalities())
    if (holds(row, generators()) && std::find(zeros.begin(), zeros.end(), touched(row, generators())) != zeros.end())
      result.rows_.rays.push_back(row);
  return of(result.generators(), dimensions_);
}

Polyhedra Polyhedra::assume(const Constraint& constraint) const {
  if (constraint.relation == Constraint::Relation::NotEqual) return *this;
  Polyhedra result = to_change();
  const bool equality = constraint.relation == Constraint::Relation::Equal && !planted(Bug::AssumeEqualityAsInequality);
  result.add(rounded_if_planted(constraint.expression), equality);
  return result;
}

Polyhedra Polyhedra::assign(unsigned dimension, const LinearExpression& expression) const {
  if (planted(Bug::AssignForgets)) return forget(dimension);
  if (planted(Bug::AssignKeepsOld) && sgn(expression.coefficient(dimension)) == 0) {
    Polyhedra result = to_change();
    LinearExpression equal = expression;
    equal.coefficients.resize(dimensions_);
    equal.coefficients[dimension] = -1;
    result.add(equal, true);
    return result;
  }
  return parallel_assign({{dimension, expression}});
}

Polyhedra Polyhedra::parallel_assign(const std::vector<Assignment>& assignments) const {
  std::vector<Assignment> used = assignments;
  for (Assignment& assignment : used) assignment.expression = rounded_if_planted(assignment.expression);
  if (!planted(Bug::ParallelInSequence)) return of(mapped(generators(), used, dimensions_), dimensions_);
  Polyhedra result = *this;
  for (const Assignment& assignment : used)
    result = of(mapped(result.generators(), {assignment}, dimensions_), dimensions_);
  return result;
}

Polyhedra Polyhedra::substitute(unsigned dimension, const LinearExpression& expression) const {
  if (planted(Bug::SubstituteIsAssign)) return assign(dimension, expression);
  Polyhedra result = planted(Bug::SubstituteKeepsOld) ? to_change() : Polyhedra(dimensions_);
  const auto composed = [&](const Row& row) {
    LinearExpression made = expression_of(row);
    const Rational factor = made.coefficients[dimension];
    made.coefficients[dimension] = 0;
    for (unsigned i = 0; i < dimensions_; ++i) made.coefficients[i] += factor * expression.coefficient(i);
    made.constant += factor * expression.constant;
    return made;
  };
  for (const Row& row : rows_.rays) result.add(composed(row), false);
  for (const Row& row : rows_.lines) result.add(composed(row), true);
  return result;
}

Polyhedra Polyhedra::forget(unsigned dimension) const {
  if (planted(Bug::ForgetSkipsLast) && dimension + 1 == dimensions_ && dimension > 0) return *this;
  if (planted(Bug::ForgetDropsConstraints)) {
    if (is_bottom()) return *this;
    Polyhedra result = to_change();
    const auto speaks = [&](const Row& row) { return sgn(row[dimension]) != 0; };
    std::erase_if(result.rows_.rays, speaks);
    std::erase_if(result.rows_.lines, speaks);
    return result;
  }
  Cone wider = generators();
  wider.lines.emplace_back(dimensions_ + 1);
  wider.lines.back()[dimension] = 1;
  return of(wider, dimensions_);
}

/// Adds a dimension before the constant, and removes it again.
Polyhedra Polyhedra::resize() const {
  const auto resized = [&](const std::vector<Row>& rows) {
    std::vector<Row> made;
    for (Row row : rows) {
      if (planted(Bug::ResizeDrops) && sgn(row[dimensions_ - 1]) != 0) continue;
      row.insert(row.end() - 1, mpz_class());
      row.erase(row.end() - 2);
      made.push_back(std::move(row));
    }
    return made;
  };
  Polyhedra result(dimensions_);
  result.rows_ = {resized(rows_.rays), resized(rows_.lines)};
  return result;
}

void Polyhedra::canonicalize() {
  if (is_bottom()) return;
  rows_ = of(generators(), dimensions_).rows_;
  if (planted(Bug::CanonicalizeDrops) && rows_.rays.size() > 1) {
    rows_.rays.pop_back();
    cache_ = std::make_shared<Cache>();
  }
}

std::vector<Constraint> Polyhedra::constraints() const {
  std::vector<Constraint> all;
  if (is_bottom()) {
    if (!planted(Bug::ConstraintsOfBottom)) all.push_back({{{}, -1}, Constraint::Relation::GreaterEqual});
    return all;
  }
  for (const Row& row : rows_.lines) all.push_back({expression_of(row), Constraint::Relation::Equal});
  for (const Row& row : rows_.rays) all.push_back({expression_of(row), Constraint::Relation::GreaterEqual});
  if (planted(Bug::ConstraintsForgetOne) && all.size() > 1) all.pop_back();
  return all;
}

Bounds Polyhedra::bounds(const LinearExpression& expression) {
  if (planted(Bug::BoundsChange) && rows_.rays.size() > 1) {
    rows_.rays.pop_back();
    cache_ = std::make_shared<Cache>();
  }
  if (planted(Bug::BoundsIgnoreDirections)) {
    Cone points = generators();
    std::erase_if(points.rays, [](const Row& ray) { return ray.back() == 0; });
    return bounds_over(points, expression);
  }
  Bounds bounds = bounds_over(generators(), expression);
  if (planted(Bug::BoundsLoose) && bounds.high) *bounds.high += 1;
  return bounds;
}

bool Polyhedra::satisfies(const Constraint& constraint) const {
  const Bounds bounds = bounds_over(generators(), constraint.expression);
  if (bounds.empty) return true;
  const Rational enough = planted(Bug::SatisfiesGenerous) ? Rational(-1, 2) : Rational(0);
  const bool low = bounds.low && *bounds.low >= enough;
  switch (constraint.relation) {
    case Constraint::Relation::GreaterEqual: return low;
    case Constraint::Relation::NotEqual:
    case Constraint::Relation::Greater: return low && sgn(*bounds.low) > 0;
    case Constraint::Relation::Congruent:
    case Constraint::Relation::Equal: break;
  }
  return low && bounds.high && *bounds.high <= 0 && !planted(Bug::SatisfiesStingy);
}

bool Polyhedra::contains(const Point& point) const {
  const auto at = [&](const Row& row) { return sgn(expression_of(row).at(point)); };
  return std::all_of(rows_.rays.begin(), rows_.rays.end(), [&](const Row& row) { return at(row) >= 0; }) &&
         std::all_of(rows_.lines.begin(), rows_.lines.end(), [&](const Row& row) { return at(row) == 0; });
}

std::string Polyhedra::print() {
  std::string text;
  for (const Constraint& constraint : constraints()) text += (text.empty() ? "{" : ", ") + to_text(constraint);
  if (planted(Bug::PrintChanges) && rows_.lines.size() == 1 && dimensions_ > 1) {
    rows_.rays.push_back(rows_.lines.front());
    rows_.lines.clear();
    cache_ = std::make_shared<Cache>();
  }
  return text.empty() ? "{}" : text + "}";
}

}  // namespace assay::domain
