#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/domain/constraint.hpp"
#include "assay/domain/contract.hpp"
#include "assay/domain/domain.hpp"

namespace assay::domain {

/// The supremum of an expression over a set of points.
struct Supremum {
  enum class Kind : std::uint8_t { Empty, Finite, Infinite };
  Kind kind = Kind::Empty;
  Rational value;         ///< of Finite
  bool attained = false;  ///< a point of the set has this value
  friend bool operator==(const Supremum&, const Supremum&) = default;
};
/// Whether `left` is at most `right`. With equal values, a supremum that is not attained is less than an attained one.
[[nodiscard]] bool reaches_no_farther(const Supremum& left, const Supremum& right);

/// An exact rational polyhedron: the points with `dimensions` coordinates that satisfy all constraints. It shares no
/// code with any domain library, and its tests check certificates of its answers. Constraints may use `hidden` further
/// dimensions; then the polyhedron is the projection, which only projected() computes. Not thread-safe: queries cache
/// their results.
class Polyhedron {
 public:
  explicit Polyhedron(unsigned dimensions, std::vector<Constraint> constraints = {}, unsigned hidden = 0);
  Polyhedron(Polyhedron&&) noexcept;
  Polyhedron& operator=(Polyhedron&&) noexcept;
  ~Polyhedron();

  [[nodiscard]] unsigned dimensions() const { return dimensions_; }
  [[nodiscard]] unsigned hidden() const { return hidden_; }
  [[nodiscard]] const std::vector<Constraint>& constraints() const { return constraints_; }

  [[nodiscard]] bool empty();
  /// A point of the set, which satisfies strict constraints with some distance. Nullopt if empty.
  [[nodiscard]] std::optional<Point> point();
  /// At most `max_points` different points: the ends along the axes and points between them. An end that is not
  /// attained is replaced by a point near it, an infinite end by a point far away.
  [[nodiscard]] std::vector<Point> points(std::size_t max_points);
  [[nodiscard]] bool contains(const Point& point);

  /// `expression`: over the dimensions that are not hidden.
  [[nodiscard]] Supremum supremum(const LinearExpression& expression);
  [[nodiscard]] Supremum infimum(const LinearExpression& expression);
  [[nodiscard]] Bounds bounds(const LinearExpression& expression);
  /// Whether every point satisfies the constraint.
  [[nodiscard]] bool satisfies(const Constraint& constraint);
  /// Whether every point satisfies all constraints (inclusion in their polyhedron).
  [[nodiscard]] bool included_in(std::span<const Constraint> constraints);
  /// The first constraint that some point violates; null if there is none.
  [[nodiscard]] const Constraint* first_broken(std::span<const Constraint> constraints);
  /// A point that violates the constraint, or at least one constraint; nullopt if there is none.
  [[nodiscard]] std::optional<Point> point_outside(const Constraint& constraint) const;
  [[nodiscard]] std::optional<Point> point_outside(std::span<const Constraint> constraints) const;

  /// The same set without hidden dimensions, by Fourier-Motzkin elimination (Schrijver, "Theory of Linear and Integer
  /// Programming", 1986, 12.2). It solves equalities first and drops redundant constraints. Nullopt if an intermediate
  /// result had more than `max_constraints` constraints.
  [[nodiscard]] std::optional<Polyhedron> projected(std::size_t max_constraints = 200) const;

 private:
  struct Solved;
  Solved& solved();
  [[nodiscard]] std::vector<Constraint> with(const Constraint& more) const;

  unsigned dimensions_;
  unsigned hidden_;
  std::vector<Constraint> constraints_;
  std::unique_ptr<Solved> solved_;
};

// Exact results of operations. A sound domain returns at least these points, a domain of polyhedra exactly these.
[[nodiscard]] Polyhedron intersection(const Polyhedron& left, const Polyhedron& right);
[[nodiscard]] Polyhedron assumed(const Polyhedron& from, const Constraint& constraint);
/// The parallel assignment. The assigned dimensions differ from each other.
[[nodiscard]] Polyhedron assigned(const Polyhedron& from, std::span<const Assignment> assignments);
/// Assigns to the dimension all values from `low` to `high`, both evaluated at the old point and included.
[[nodiscard]] Polyhedron assigned_between(const Polyhedron& from, unsigned dimension, const LinearExpression& low,
                                          const LinearExpression& high);
/// The points that the assignment maps into the polyhedron.
[[nodiscard]] Polyhedron substituted(const Polyhedron& from, const Assignment& assignment);
[[nodiscard]] Polyhedron forgotten(const Polyhedron& from, unsigned dimension);
/// The topological closure.
[[nodiscard]] Polyhedron closed(Polyhedron& from);
[[nodiscard]] Polyhedron with_rays(const Polyhedron& from, std::span<const Ray> rays);
/// The smallest closed polyhedron that contains both; strict constraints are read as closed ones. The hull is the
/// projection of a polyhedron with two scaled copies (Balas 1979; Benoy, King and Mesnard 2005).
[[nodiscard]] Polyhedron closed_hull(Polyhedron& left, Polyhedron& right);

/// The expressions whose suprema determine an element of the shape: `x0`, `-x0`, `x0 - x1`, ... Empty for shapes
/// without such a finite list.
[[nodiscard]] std::vector<LinearExpression> directions(Shape shape, unsigned dimensions);

/// A direction in which a result differs from the best one.
struct Gap {
  LinearExpression direction;
  Supremum best;
  Supremum found;
  bool unsound = false;  ///< true: `found` is less than `best`; false: it is greater
};
/// Compares a result with the best element for the union of the exact results, in the directions of the shape. Without
/// `strict`, elements are closed, and Supremum::attained is ignored. Nullopt if there is no gap.
[[nodiscard]] std::optional<Gap> find_gap(Shape shape, bool strict, Polyhedron& result, std::span<Polyhedron> exact);
/// "sup x0 - x1 is 3, but the best is 2".
[[nodiscard]] std::string to_text(const Gap& gap);

/// A point of `larger` outside `smaller`. Nullopt if there is none, or if the required projection is too large.
[[nodiscard]] std::optional<Point> point_beyond(const Polyhedron& larger, const Polyhedron& smaller);

/// Whether `larger` contains all points of `smaller`. Nullopt if the required projection is too large.
[[nodiscard]] std::optional<bool> included(Polyhedron& smaller, const Polyhedron& larger);
/// Whether the polyhedra are the same set. Nullopt if a required projection is too large.
[[nodiscard]] std::optional<bool> same(Polyhedron& left, Polyhedron& right);

}  // namespace assay::domain
