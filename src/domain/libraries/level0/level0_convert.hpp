#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "assay/domain/domain.hpp"

namespace assay::domain::level0 {

template <typename L>
auto relation_of(Constraint::Relation relation) {
  switch (relation) {
    case Constraint::Relation::GreaterEqual: return L::kGreaterEqual;
    case Constraint::Relation::Greater: return L::kGreater;
    case Constraint::Relation::NotEqual: return L::kNotEqual;
    case Constraint::Relation::Congruent: return L::kCongruent;
    case Constraint::Relation::Equal: break;
  }
  return L::kEqual;
}

/// The modulus of a condition as a scalar of the library; null if the condition has none.
template <typename L>
class Modulus {
 public:
  explicit Modulus(const Constraint& of) : scalar_(of.modulus ? made(*of.modulus) : nullptr) {}
  ~Modulus() {
    if (scalar_ != nullptr) L::free_scalar(scalar_);
  }
  Modulus(const Modulus&) = delete;
  Modulus& operator=(const Modulus&) = delete;

  [[nodiscard]] typename L::Scalar* get() const { return scalar_; }

 private:
  static typename L::Scalar* made(Rational value) { return L::make_scalar(value.get_mpq_t()); }

  typename L::Scalar* scalar_;
};

/// A linear expression of the library with exact rationals, sparse if fewer than half of its coefficients are nonzero.
/// With `doubles`: dense, with doubles for numbers that are exact doubles; for zonotopes, which have bugs otherwise.
template <typename L>
class Linear {
 public:
  Linear(const LinearExpression& from, unsigned dimensions, bool doubles = false)
      : expression_(made(from, dimensions, doubles)) {}
  /// An expression with intervals as coefficients, if their ends differ.
  Linear(const IntervalLinear& from, unsigned dimensions) : expression_(L::make_linear(L::kDense, dimensions)) {
    set_range(&expression_->cst, from.low.constant, from.high.constant);
    for (unsigned i = 0; i < dimensions; ++i)
      set_range(&expression_->p.coeff[i], from.low.coefficient(i), from.high.coefficient(i));
  }
  ~Linear() {
    if (expression_ != nullptr) L::free_linear(expression_);
  }
  Linear(Linear&& other) noexcept : expression_(std::exchange(other.expression_, nullptr)) {}
  Linear(const Linear&) = delete;
  Linear& operator=(const Linear&) = delete;
  Linear& operator=(Linear&&) = delete;

  [[nodiscard]] typename L::LinearExpression* get() const { return expression_; }
  /// The condition points to this expression.
  [[nodiscard]] typename L::Condition condition(Constraint::Relation relation,
                                                typename L::Scalar* modulus = nullptr) const {
    typename L::Condition condition{};
    condition.linexpr0 = expression_;
    condition.constyp = relation_of<L>(relation);
    condition.scalar = modulus;
    return condition;
  }

 private:
  static void set_range(typename L::Coefficient* coefficient, Rational low, Rational high) {
    if (low == high) return L::set_rational(coefficient, low.get_mpq_t());
    typename L::Scalar* const ends[] = {L::make_scalar(low.get_mpq_t()), L::make_scalar(high.get_mpq_t())};
    L::set_range(coefficient, ends[0], ends[1]);
    for (typename L::Scalar* const end : ends) L::free_scalar(end);
  }
  static typename L::LinearExpression* made(const LinearExpression& from, unsigned dimensions, bool doubles) {
    const std::vector<unsigned> support = from.support();
    const bool sparse = !doubles && support.size() * 2 < dimensions;
    auto* const expression =
        sparse ? L::make_linear(L::kSparse, support.size()) : L::make_linear(L::kDense, dimensions);
    const auto set = [&](auto* coefficient, Rational value) {
      if (const double near = value.get_d(); doubles && value == near) return L::set_double(coefficient, near);
      L::set_rational(coefficient, value.get_mpq_t());
    };
    set(&expression->cst, from.constant);
    if (sparse) {
      for (std::size_t i = 0; i < support.size(); ++i) {
        expression->p.linterm[i].dim = support[i];
        set(&expression->p.linterm[i].coeff, from.coefficients[support[i]]);
      }
    } else {
      for (unsigned i = 0; i < dimensions; ++i) set(&expression->p.coeff[i], from.coefficient(i));
    }
    return expression;
  }

  typename L::LinearExpression* expression_;
};

/// A linear expression or an Expression as a tree of the library.
template <typename L>
class Tree {
 public:
  explicit Tree(const Linear<L>& from) : expression_(L::make_tree(from.get())) {}
  explicit Tree(const Expression& from);
  ~Tree() {
    if (expression_ != nullptr) L::free_tree(expression_);
  }
  Tree(Tree&& other) noexcept : expression_(std::exchange(other.expression_, nullptr)) {}
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  Tree& operator=(Tree&&) = delete;

  [[nodiscard]] typename L::TreeExpression* get() const { return expression_; }
  [[nodiscard]] typename L::TreeCondition condition(Constraint::Relation relation,
                                                    typename L::Scalar* modulus = nullptr) const {
    typename L::TreeCondition condition{};
    condition.texpr0 = expression_;
    condition.constyp = relation_of<L>(relation);
    condition.scalar = modulus;
    return condition;
  }

 private:
  typename L::TreeExpression* expression_;
};

/// Converts an expression, which need not be linear.
template <typename L>
typename L::TreeExpression* tree_of(const Expression& from) {
  using Kind = Expression::Kind;
  const auto pair = [&](auto operation) {
    return L::make_operation(operation, tree_of<L>(from.arguments.at(0)), tree_of<L>(from.arguments.at(1)), L::kReal,
                             L::kAnyRounding);
  };
  switch (from.kind) {
    case Kind::Interval: {
      Rational low = from.low;
      Rational high = from.high;
      return low == high ? L::make_number(low.get_mpq_t()) : L::make_range(low.get_mpq_t(), high.get_mpq_t());
    }
    case Kind::Dimension: return L::make_dimension(from.dimension);
    case Kind::Add: return pair(L::kAdd);
    case Kind::Subtract: return pair(L::kSubtract);
    case Kind::Multiply: return pair(L::kMultiply);
    case Kind::Divide: break;
  }
  return pair(L::kDivide);
}

template <typename L>
Tree<L>::Tree(const Expression& from) : expression_(tree_of<L>(from)) {}

/// Converts a scalar, exactly as the library promises. Nullopt if it is infinite.
template <typename L>
std::optional<Rational> from_library(typename L::Scalar& scalar) {
  if (L::infinity(&scalar) != 0) return std::nullopt;
  Rational value;
  static_cast<void>(L::get_rational(value.get_mpq_t(), &scalar, {}));
  value.canonicalize();
  return value;
}

/// The upper or lower end of an interval coefficient, or the number.
template <typename L>
std::optional<Rational> from_library(typename L::Coefficient& coefficient, bool upper) {
  if (coefficient.discr == L::kScalar) return from_library<L>(*coefficient.val.scalar);
  return from_library<L>(upper ? *coefficient.val.interval->sup : *coefficient.val.interval->inf);
}

/// The coefficient of a dimension. Nullopt if it is infinite or an interval.
template <typename L>
std::optional<Rational> coefficient(typename L::LinearExpression& expression, std::size_t dimension) {
  if (expression.discr != L::kSparse)
    return dimension < expression.size ? from_library<L>(expression.p.coeff[dimension], true) : Rational();
  for (std::size_t i = 0; i < expression.size; ++i)
    if (expression.p.linterm[i].dim == dimension) return from_library<L>(expression.p.linterm[i].coeff, true);
  return Rational();
}

template <typename L>
Bounds from_library(typename L::Interval& interval) {
  Bounds bounds;
  bounds.low = from_library<L>(*interval.inf);
  bounds.high = from_library<L>(*interval.sup);
  // Empty intervals are [+oo, -oo] and intervals whose upper end is below their lower end.
  bounds.empty = L::infinity(interval.inf) > 0 || L::infinity(interval.sup) < 0 ||
                 (bounds.low && bounds.high && *bounds.high < *bounds.low);
  return bounds;
}

/// Converts a constraint; an interval constant stands for some value in it. Nullopt for constraints that Constraint
/// cannot express: congruences, disequalities, interval coefficients, an infinite upper end.
template <typename L>
std::optional<Constraint> from_library(typename L::Condition& condition) {
  Constraint constraint;
  if (condition.constyp == L::kEqual) {
    constraint.relation = Constraint::Relation::Equal;
  } else if (condition.constyp == L::kGreater) {
    constraint.relation = Constraint::Relation::Greater;
  } else if (condition.constyp != L::kGreaterEqual) {
    return std::nullopt;
  }
  auto& expression = *condition.linexpr0;
  const auto add = [&](std::size_t dimension, typename L::Coefficient& coefficient) {
    const std::optional<Rational> low = from_library<L>(coefficient, false);
    if (!low || low != from_library<L>(coefficient, true)) return false;
    if (constraint.expression.coefficients.size() <= dimension)
      constraint.expression.coefficients.resize(dimension + 1);
    constraint.expression.coefficients[dimension] = *low;
    return true;
  };
  for (std::size_t i = 0; i < expression.size; ++i) {
    const bool sparse = expression.discr == L::kSparse;
    if (sparse && expression.p.linterm[i].dim == L::kNoDimension) continue;
    const std::size_t dimension = sparse ? expression.p.linterm[i].dim : i;
    if (!add(dimension, sparse ? expression.p.linterm[i].coeff : expression.p.coeff[i])) return std::nullopt;
  }
  const std::optional<Rational> constant = from_library<L>(expression.cst, true);
  const bool is_point = from_library<L>(expression.cst, false) == constant;
  if (!constant || (constraint.relation == Constraint::Relation::Equal && !is_point)) return std::nullopt;
  constraint.expression.constant = *constant;
  return constraint;
}

template <typename L>
std::vector<Constraint> from_library(typename L::Conditions& conditions) {
  std::vector<Constraint> all;
  for (std::size_t i = 0; i < conditions.size; ++i)
    if (std::optional<Constraint> constraint = from_library<L>(conditions.p[i])) all.push_back(std::move(*constraint));
  return all;
}

}  // namespace assay::domain::level0
