#include "inner_form.hpp"

#include <algorithm>

#include "blame.hpp"
#include "domain/kernel/reference/reference.hpp"

namespace assay::domain {

bool export_hides(Domain& domain, const Element& element, const Violation& wrong) {
  return wrong.kind == LawClass::Precision && !wrong.extra.empty() &&
         domain.contract().operations.has(Operation::Contains) && !domain.contains(*domain.copy(element), wrong.extra);
}

bool InnerForm::has(Operation operation) const { return domain_.contract().operations.has(operation); }

ElementPtr InnerForm::built(const Constraints& constraints) const {
  Judged judged(domain_);
  ElementPtr made = judged.top();
  for (const Constraint& constraint : constraints) made = judged.assume(*made, constraint);
  return judged.blame() || domain_.gave_up() ? nullptr : std::move(made);
}

bool InnerForm::has_its_points(Element& element, const Constraints& constraints) const {
  return std::all_of(points_.begin(), points_.end(), [&](const Point& point) {
    const auto holds = [&](const Constraint& constraint) { return constraint.holds(point); };
    return domain_.contains(element, point) == std::all_of(constraints.begin(), constraints.end(), holds);
  });
}

bool InnerForm::fits(const Element& element, const Constraints& constraints, const Element& again) const {
  const ElementPtr one = domain_.copy(element);
  const ElementPtr other = domain_.copy(again);
  if (has(Operation::Contains) && !has_its_points(*one, constraints)) return false;
  if (has(Operation::IsBottom) && domain_.is_bottom(*one) != Polyhedron(domain_.dimensions(), constraints).empty())
    return false;
  return !has(Operation::Leq) || (domain_.leq(*one, *other) && domain_.leq(*other, *one));
}

ElementPtr InnerForm::ordered(const Element& element) const {
  ElementPtr made = domain_.copy(element);
  const ElementPtr before = domain_.copy(element);
  domain_.canonicalize(*made);
  const bool same = !has(Operation::Contains) || std::all_of(points_.begin(), points_.end(), [&](const Point& point) {
    return domain_.contains(*before, point) == domain_.contains(*made, point);
  });
  return same ? std::move(made) : nullptr;
}

bool InnerForm::differs(const Element& element, const Constraints& constraints) const {
  const ElementPtr again = built(constraints);
  const ElementPtr once_more = built(constraints);
  if (!again || !once_more || fits(element, constraints, *again) || domain_.gave_up()) return false;
  if (!fits(*again, constraints, *once_more)) return false;  // a query is wrong for rebuilt elements, too
  if (!has(Operation::Canonicalize)) return true;
  const ElementPtr in_order = ordered(element);
  return !in_order || !fits(*in_order, constraints, *again);
}

bool InnerForm::is_wrongly_exported(const Element& element, const Constraints& constraints) const {
  if (!has(Operation::IsBottom) || !has(Operation::Bottom)) return false;
  const auto is_so = [&](const Element& one, const Constraints& exported) {
    return domain_.is_bottom(*domain_.copy(one)) && !Polyhedron(domain_.dimensions(), exported).empty();
  };
  if (!is_so(element, constraints)) return false;
  const ElementPtr bottom = domain_.bottom();
  return is_so(*bottom, domain_.constraints(*domain_.copy(*bottom)));
}

bool InnerForm::export_forgets(const Element& element, const Constraint& constraint) const {
  using Relation = Constraint::Relation;
  const bool is_polyhedral = constraint.relation == Relation::GreaterEqual || constraint.relation == Relation::Equal;
  if (!is_polyhedral || !has(Operation::Satisfies)) return false;
  Polyhedron exported(domain_.dimensions(), domain_.constraints(*domain_.copy(element)));
  const std::optional<Point> beyond = exported.point_outside(constraint);
  if (!beyond || (has(Operation::Contains) && domain_.contains(*domain_.copy(element), *beyond))) return false;
  return domain_.satisfies(*domain_.copy(element), constraint);
}

std::optional<Operation> InnerForm::guilty(const Element& element, Operation maker) const {
  if (!has(Operation::Top) || !has(Operation::Assume)) return std::nullopt;
  const Constraints constraints = domain_.constraints(*domain_.copy(element));
  if (is_wrongly_exported(element, constraints)) return Operation::Constraints;
  return differs(element, constraints) ? std::optional(maker) : std::nullopt;
}

}  // namespace assay::domain
