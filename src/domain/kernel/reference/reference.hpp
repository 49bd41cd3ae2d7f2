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
  bool attained = false;  ///< by a point of the set
  friend bool operator==(const Supremum&, const Supremum&) = default;
};
/// Whether the set of `left` reaches at most as far as that of `right` (an end that is not attained is less).
[[nodiscard]] bool reaches_no_farther(const Supremum& left, const Supremum& right);

/// An exact rational polyhedron: the points of `dimensions` dimensions that satisfy all constraints. It shares no code
/// with any domain library, and whatever it answers follows from a certificate that its tests check. Constraints may
/// speak of `hidden` further dimensions: then it is the set of points for which there are such values (a projection),
/// and every question but constraints() is answered without ever computing the projection.
/// Not for use by several threads at once: questions keep what they found.
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
  /// A point that is there, in the middle of the strict constraints; none of an empty one.
  [[nodiscard]] std::optional<Point> point();
  /// Different points: at the ends in the directions of the axes (or near them where an end is not attained, or far out
  /// where there is none), and between those. At most `most`.
  [[nodiscard]] std::vector<Point> points(std::size_t most);
  [[nodiscard]] bool contains(const Point& point);

  /// Of an expression over the dimensions that are not hidden.
  [[nodiscard]] Supremum supremum(const LinearExpression& expression);
  [[nodiscard]] Supremum infimum(const LinearExpression& expression);
  [[nodiscard]] Bounds bounds(const LinearExpression& expression);
  /// Whether every point does.
  [[nodiscard]] bool satisfies(const Constraint& constraint);
  /// Whether every point satisfies all of them: inclusion in the polyhedron that they describe.
  [[nodiscard]] bool included_in(std::span<const Constraint> constraints);
  /// The first that some point does not satisfy.
  [[nodiscard]] const Constraint* first_broken(std::span<const Constraint> constraints);
  /// A point that does not; none where there is no such point.
  [[nodiscard]] std::optional<Point> point_outside(const Constraint& constraint) const;
  [[nodiscard]] std::optional<Point> point_outside(std::span<const Constraint> constraints) const;

  /// The same set without hidden dimensions, by Fourier-Motzkin elimination (Schrijver, "Theory of Linear and Integer
  /// Programming", 1986, 12.2): equalities are solved first, and what the others imply is dropped. Nothing where more
  /// than `most` constraints would be needed on the way.
  [[nodiscard]] std::optional<Polyhedron> projected(std::size_t most = 200) const;

 private:
  struct Solved;
  Solved& solved();
  [[nodiscard]] std::vector<Constraint> with(const Constraint& more) const;

  unsigned dimensions_;
  unsigned hidden_;
  std::vector<Constraint> constraints_;
  std::unique_ptr<Solved> solved_;
};

/// What the operations of a domain must describe at least, and exact polyhedra must describe exactly.
[[nodiscard]] Polyhedron intersection(const Polyhedron& left, const Polyhedron& right);
[[nodiscard]] Polyhedron assumed(const Polyhedron& from, const Constraint& constraint);
/// All at once; dimensions that are assigned are different ones.
[[nodiscard]] Polyhedron assigned(const Polyhedron& from, std::span<const Assignment> assignments);
/// The dimension gets every value from `low` to `high` at the point (closed).
[[nodiscard]] Polyhedron assigned_between(const Polyhedron& from, unsigned dimension, const LinearExpression& low,
                                          const LinearExpression& high);
/// The points that the assignment leads into the polyhedron.
[[nodiscard]] Polyhedron substituted(const Polyhedron& from, const Assignment& assignment);
[[nodiscard]] Polyhedron forgotten(const Polyhedron& from, unsigned dimension);
/// With its border.
[[nodiscard]] Polyhedron closed(Polyhedron& from);
[[nodiscard]] Polyhedron with_rays(const Polyhedron& from, std::span<const Ray> rays);
/// The smallest closed polyhedron that contains both (strict constraints are taken as closed ones): the convex hull as
/// the projection of a polyhedron with two scaled copies (Balas 1979; Benoy, King and Mesnard 2005).
[[nodiscard]] Polyhedron closed_hull(Polyhedron& left, Polyhedron& right);

/// The expressions whose suprema describe an element of the shape, and its best elements: `x0`, `-x0`, `x0 - x1` ...
/// None for shapes without such a finite list.
[[nodiscard]] std::vector<LinearExpression> directions(Shape shape, unsigned dimensions);

/// A direction in which a result differs from the best one.
struct Gap {
  LinearExpression direction;
  Supremum best;
  Supremum found;
  bool unsound = false;  ///< the result does not reach far enough; else it reaches too far
};
/// Compares a result with the best element for the union of the exact results, in the directions of the shape. Without
/// `strict`, elements are closed: whether an end is attained does not count. None where there is no gap.
[[nodiscard]] std::optional<Gap> find_gap(Shape shape, bool strict, Polyhedron& result, std::span<Polyhedron> exact);
/// "sup x0 - x1 is 3, but the best is 2".
[[nodiscard]] std::string to_text(const Gap& gap);

/// A point of the first that is none of the second; none too where a projection that is needed would be too large.
[[nodiscard]] std::optional<Point> point_beyond(const Polyhedron& larger, const Polyhedron& smaller);

/// Whether the first has no point beyond the second; nothing where a projection that is needed would be too large.
[[nodiscard]] std::optional<bool> included(Polyhedron& smaller, const Polyhedron& larger);
/// Whether two polyhedra are the same set; nothing where a projection that is needed would be too large.
[[nodiscard]] std::optional<bool> same(Polyhedron& left, Polyhedron& right);

}  // namespace assay::domain
