#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "domain/libraries/level0/level0_convert.hpp"

namespace assay::domain::level0 {

/// Implements operations with the interface's functions for several elements, constraints or dimensions. Results mean
/// the same as with the functions for single arguments. Requires L::kHasSeveral.
template <typename L>
class Several {
  using Abstract = typename L::Abstract;
  using Manager = typename L::Manager;
  using Dimension = typename L::Dimension;

 public:
  Several(Manager* manager, unsigned dimensions, bool integers)
      : manager_(manager), dimensions_(dimensions), integers_(integers) {}

  [[nodiscard]] Abstract* join(Abstract* left, Abstract* right) const { return of_three(L::join_array, left, right); }
  [[nodiscard]] Abstract* meet(Abstract* left, Abstract* right) const { return of_three(L::meet_array, right, left); }
  /// Assumes an equality as two inequalities, and any other condition twice.
  [[nodiscard]] Abstract* assume(Abstract* element, const Constraint& constraint) const {
    const bool is_equality = constraint.relation == Constraint::Relation::Equal;
    const auto relation = is_equality ? Constraint::Relation::GreaterEqual : constraint.relation;
    const Linear<L> one(constraint.expression, dimensions_);
    const Linear<L> other(is_equality ? negated(constraint.expression) : constraint.expression, dimensions_);
    const Modulus<L> modulus(constraint);
    std::array<typename L::Condition, 2> conditions = {one.condition(relation, modulus.get()),
                                                       other.condition(relation, modulus.get())};
    typename L::Conditions all{conditions.data(), conditions.size()};
    return L::meet_conditions(manager_, false, element, &all);
  }
  /// Widens with the thresholds -5 and 5 for every dimension.
  [[nodiscard]] Abstract* widen(Abstract* left, Abstract* right) const {
    constexpr int kThreshold = 5;
    std::vector<Linear<L>> expressions;
    for (unsigned i = 0; i < dimensions_; ++i) {
      LinearExpression expression;
      expression.coefficients.resize(i + 1);
      expression.constant = kThreshold;
      for (const int sign : {1, -1}) {
        expression.coefficients[i] = sign;
        expressions.emplace_back(expression, dimensions_);
      }
    }
    std::vector<typename L::Condition> conditions;
    for (const Linear<L>& expression : expressions)
      conditions.push_back(expression.condition(Constraint::Relation::GreaterEqual));
    typename L::Conditions all{conditions.data(), conditions.size()};
    return L::widening_threshold(manager_, left, right, &all);
  }
  /// In parallel, assigns another dimension to itself. Repeats the assignment with its result as the destination.
  [[nodiscard]] Abstract* assign(Abstract* element, const Assignment& assignment) const {
    return both(L::assign_all, element, assignment);
  }
  [[nodiscard]] Abstract* substitute(Abstract* element, const Assignment& assignment) const {
    return both(L::substitute_all, element, assignment);
  }
  /// An unconstrained dimension needs no change. Else: expands the dimension to two, sets both to zero, forgets both,
  /// and removes the new one.
  [[nodiscard]] Abstract* forget(Abstract* element, unsigned dimension) const {
    if (L::is_free(manager_, element, dimension)) return L::copy(manager_, element);
    std::array<Dimension, 2> places = {dimension, dimensions_};
    Abstract* const more = L::expand(manager_, false, element, dimension, 1);
    Abstract* const zero = L::forget(manager_, true, more, places.data(), places.size(), true);
    Abstract* const any = L::forget(manager_, true, zero, places.data(), places.size(), false);
    typename L::Change last{&places[1], integers_ ? 1U : 0U, integers_ ? 0U : 1U};
    return L::remove_dimensions(manager_, true, any, &last);
  }
  /// Rotates the dimensions and back, adds and removes a zero dimension in front and at the end, expands dimension 0 to
  /// two and folds them again, and meets the result with its box.
  [[nodiscard]] Abstract* resize(Abstract* element) const {
    Abstract* const same = surrounded(rotated(true, rotated(false, element, 1), dimensions_ - 1));
    Abstract* const more = L::expand(manager_, true, same, 0, 1);
    std::array<Dimension, 2> both_of_them = {0, dimensions_};
    Abstract* const again = L::fold(manager_, true, more, both_of_them.data(), both_of_them.size());
    auto** const ends = L::to_box(manager_, again);
    Abstract* const box = L::of_box(manager_, integers_ ? dimensions_ : 0, integers_ ? 0 : dimensions_, ends);
    Abstract* const result = L::meet(manager_, true, again, box);
    L::free_box(ends, dimensions_);
    L::free(manager_, box);
    return result;
  }

  /// Uses the range of the dimension if the expression has exactly one dimension.
  [[nodiscard]] Bounds bounds(Abstract* element, const LinearExpression& expression) const {
    const std::vector<unsigned> support = expression.support();
    if (support.size() != 1) {
      const Linear<L> asked(expression, dimensions_);
      return taken(L::bounds(manager_, element, asked.get()));
    }
    Bounds range = taken(L::dimension_bounds(manager_, element, support[0]));
    const Rational factor = expression.coefficient(support[0]);
    for (std::optional<Rational>* end : {&range.low, &range.high})
      if (*end) **end = factor * **end + expression.constant;
    if (sgn(factor) < 0) std::swap(range.low, range.high);
    return range;
  }
  /// Uses an interval of the dimension if the constraint is one.
  [[nodiscard]] bool satisfies(Abstract* element, const Constraint& constraint) const {
    using Relation = Constraint::Relation;
    const std::vector<unsigned> support = constraint.expression.support();
    const bool has_ends = constraint.relation == Relation::GreaterEqual || constraint.relation == Relation::Equal;
    if (support.size() != 1 || !has_ends) {
      const Linear<L> expression(constraint.expression, dimensions_);
      auto condition = expression.condition(constraint.relation);
      return L::satisfies(manager_, element, &condition);
    }
    const Rational factor = constraint.expression.coefficient(support[0]);
    const bool is_point = constraint.relation == Relation::Equal;
    Rational end = -constraint.expression.constant / factor;
    typename L::Interval* const interval = L::make_interval();
    set_end(interval->inf, end, is_point || sgn(factor) > 0, -1);
    set_end(interval->sup, end, is_point || sgn(factor) < 0, 1);
    const bool answer = L::satisfies_interval(manager_, element, support[0], interval);
    L::free_interval(interval);
    return answer;
  }
  void canonicalize(Abstract* element) const {
    L::minimize(manager_, element);
    L::canonicalize(manager_, element);
  }

 private:
  static Bounds taken(typename L::Interval* interval) {
    const Bounds range = from_library<L>(*interval);
    L::free_interval(interval);
    return range;
  }
  static void set_end(typename L::Scalar* scalar, Rational& end, bool is_finite, int sign) {
    is_finite ? L::set_scalar(scalar, end.get_mpq_t()) : L::set_infinite(scalar, sign);
  }
  /// Moves every dimension `places` places further, modulo the number of dimensions.
  Abstract* rotated(bool in_place, Abstract* element, unsigned places) const {
    std::vector<Dimension> to;
    for (unsigned i = 0; i < dimensions_; ++i) to.push_back((i + places) % dimensions_);
    typename L::Permutation permutation{to.data(), to.size()};
    return L::permute(manager_, in_place, element, &permutation);
  }
  Abstract* surrounded(Abstract* element) const {
    std::array<Dimension, 2> places = {0, dimensions_};
    typename L::Change change{places.data(), integers_ ? 2U : 0U, integers_ ? 0U : 2U};
    Abstract* const more = L::add_dimensions(manager_, true, element, &change, true);
    places[1] = dimensions_ + 1;
    return L::remove_dimensions(manager_, true, more, &change);
  }
  /// Applies the function to first, second and first, as copies: no document allows the same element twice.
  template <typename Function>
  Abstract* of_three(Function function, Abstract* first, Abstract* second) const {
    std::array<Abstract*, 3> all = {first, L::copy(manager_, second), L::copy(manager_, first)};
    Abstract* const result = function(manager_, all.data(), all.size());
    L::free(manager_, all[1]);
    L::free(manager_, all[2]);
    return result;
  }
  static LinearExpression negated(LinearExpression expression) {
    for (Rational& coefficient : expression.coefficients) coefficient = -coefficient;
    expression.constant = -expression.constant;
    return expression;
  }
  template <typename Change>
  Abstract* both(Change change, Abstract* element, const Assignment& assignment) const {
    const Dimension other = (assignment.dimension + 1) % dimensions_;
    LinearExpression same;
    same.coefficients.resize(other + std::size_t{1});
    same.coefficients[other] = 1;
    const Linear<L> first(assignment.expression, dimensions_);
    const Linear<L> second(same, dimensions_);
    std::array<Dimension, 2> places = {assignment.dimension, other};
    std::array<typename L::LinearExpression*, 2> to = {first.get(), second.get()};
    const std::size_t count = dimensions_ > 1 ? 2 : 1;
    Abstract* const within = change(manager_, false, element, places.data(), to.data(), count, nullptr);
    Abstract* const result = change(manager_, false, element, places.data(), to.data(), count, within);
    L::free(manager_, within);
    return result;
  }

  Manager* manager_;
  unsigned dimensions_;
  bool integers_;
};

}  // namespace assay::domain::level0
