#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "assay/domain/domain.hpp"
#include "assay/domain/violation.hpp"

namespace assay::domain {

/// Whether an export says too much: a point that it adds is none of the element, as the domain itself says. What made
/// the element is not to blame for `wrong` then.
[[nodiscard]] bool export_hides(Domain& domain, const Element& element, const Violation& wrong);

/// Whether an element is held in a form that is not what it exports: an element built anew from the same constraints
/// answers rightly where this one does not. Then the operation that made it is guilty, and not the one that was asked.
/// A form that the domain's own canonicalize mends is no such form: whoever reads it must be ready for it. Elements
/// must be their constraints (has_exact_reference).
class InnerForm {
 public:
  /// `points`: those that are asked about, where the domain can be asked.
  InnerForm(Domain& domain, std::vector<Point> points) : domain_(domain), points_(std::move(points)) {}

  /// The guilty one, if the element that `maker` made is not what it exports: the maker, or the export.
  [[nodiscard]] std::optional<Operation> guilty(const Element& element, Operation maker) const;
  /// Whether the export of an element leaves out a constraint that it satisfies, and a point that it does not contain,
  /// by the domain's own word.
  [[nodiscard]] bool export_forgets(const Element& element, const Constraint& constraint) const;

 private:
  using Constraints = std::vector<Constraint>;
  /// Nothing, by the domain's own word, and exported as something, as bottom itself is.
  [[nodiscard]] bool is_wrongly_exported(const Element& element, const Constraints& constraints) const;
  [[nodiscard]] bool differs(const Element& element, const Constraints& constraints) const;
  [[nodiscard]] bool has(Operation operation) const;
  /// Built from constraints; nothing where an operation that builds it is wrong.
  [[nodiscard]] ElementPtr built(const Constraints& constraints) const;
  /// Whether all that is asked about the element is answered as its constraints say.
  [[nodiscard]] bool fits(const Element& element, const Constraints& constraints, const Element& again) const;
  [[nodiscard]] bool has_its_points(Element& element, const Constraints& constraints) const;
  /// As the domain itself brings it in order, without another point than before; nothing otherwise.
  [[nodiscard]] ElementPtr ordered(const Element& element) const;

  Domain& domain_;
  std::vector<Point> points_;
};

}  // namespace assay::domain
