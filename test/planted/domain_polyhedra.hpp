#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/domain/adapt.hpp"
#include "domain_cone.hpp"

namespace assay::domain {

/// A closed polyhedron: constraints, and generators when somebody asks for them. All operations are exact, or the best
/// there are; widening is the standard one, for ordered arguments.
class Polyhedra {
 public:
  static Polyhedra top(unsigned dimensions);
  static Polyhedra bottom(unsigned dimensions);

  [[nodiscard]] bool leq(const Polyhedra& other) const;
  [[nodiscard]] bool is_bottom() const;
  [[nodiscard]] bool is_top() const;
  [[nodiscard]] Polyhedra join(const Polyhedra& other) const;
  [[nodiscard]] Polyhedra meet(const Polyhedra& other) const;
  [[nodiscard]] Polyhedra widen(const Polyhedra& other) const;
  [[nodiscard]] Polyhedra assume(const Constraint& constraint) const;
  [[nodiscard]] Polyhedra assign(unsigned dimension, const LinearExpression& expression) const;
  [[nodiscard]] Polyhedra parallel_assign(const std::vector<Assignment>& assignments) const;
  [[nodiscard]] Polyhedra substitute(unsigned dimension, const LinearExpression& expression) const;
  [[nodiscard]] Polyhedra forget(unsigned dimension) const;
  [[nodiscard]] Polyhedra resize() const;
  void canonicalize();
  [[nodiscard]] std::vector<Constraint> constraints() const;
  Bounds bounds(const LinearExpression& expression);
  [[nodiscard]] bool satisfies(const Constraint& constraint) const;
  [[nodiscard]] bool contains(const Point& point) const;
  std::string print();

 private:
  using Cache = std::optional<Cone>;

  explicit Polyhedra(unsigned dimensions) : dimensions_(dimensions), cache_(std::make_shared<Cache>()) {}
  /// The same polyhedron with a minimal set of constraints, computed from its generators.
  [[nodiscard]] static Polyhedra of(const Cone& generators, unsigned dimensions);
  [[nodiscard]] const Cone& generators() const;
  /// A copy whose constraints may be changed.
  [[nodiscard]] Polyhedra to_change() const;
  void add(const LinearExpression& expression, bool equality);
  /// The constraints as inequalities.
  [[nodiscard]] std::vector<Row> inequalities() const;

  unsigned dimensions_;
  Cone rows_;  ///< rays are inequalities, lines are equalities
  std::shared_ptr<Cache> cache_;
};

}  // namespace assay::domain
