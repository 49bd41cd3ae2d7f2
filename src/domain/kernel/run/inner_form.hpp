#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "assay/domain/domain.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain {

/// Whether the export of an element is too weak: it has the point `wrong.extra`, which the element does not contain
/// according to the domain. Then Constraints is wrong, not the operation that made the element.
[[nodiscard]] bool export_hides(Domain& domain, const Element& element, const Violation& wrong);

/// Detects elements whose internal form differs from their export: an element rebuilt from the exported constraints
/// answers correctly, and this element does not. Then the operation that made the element is wrong, not the operation
/// applied to it. A form that the domain's canonicalize repairs is legal, and operations must accept it. Requires
/// has_exact_reference.
class InnerForm {
 public:
  /// `points`: points whose containment is compared, if the domain has Contains.
  InnerForm(Domain& domain, std::vector<Point> points) : domain_(domain), points_(std::move(points)) {}

  /// The wrong operation if the element, made by `maker`, differs from its export: `maker` or Constraints.
  [[nodiscard]] std::optional<Operation> guilty(const Element& element, Operation maker) const;
  /// Whether the export omits the constraint although the element satisfies it according to the domain.
  [[nodiscard]] bool export_forgets(const Element& element, const Constraint& constraint) const;

 private:
  using Constraints = std::vector<Constraint>;
  /// Whether is_bottom holds and the export is not empty, for this element and for bottom.
  [[nodiscard]] bool is_wrongly_exported(const Element& element, const Constraints& constraints) const;
  [[nodiscard]] bool differs(const Element& element, const Constraints& constraints) const;
  [[nodiscard]] bool has(Operation operation) const;
  /// The element built from constraints; null if an operation that builds it is wrong.
  [[nodiscard]] ElementPtr built(const Constraints& constraints) const;
  /// Whether queries about the element agree with its constraints, and the element equals `again`.
  [[nodiscard]] bool fits(const Element& element, const Constraints& constraints, const Element& again) const;
  [[nodiscard]] bool has_its_points(Element& element, const Constraints& constraints) const;
  /// The canonicalized copy; null if canonicalize changes whether the element contains some point of points_.
  [[nodiscard]] ElementPtr ordered(const Element& element) const;

  Domain& domain_;
  std::vector<Point> points_;
};

}  // namespace assay::domain
