#include "assay/domain/domain.hpp"

#include <algorithm>

#include "assay/base/check.hpp"

namespace assay::domain {
namespace {

ElementPtr not_there(Operation operation) {
  ASSAY_CHECK(false, "a domain was asked for an operation that it has not: " + std::string(name(operation)));
  return nullptr;
}

}  // namespace

bool Domain::is_bottom(Element& element) {
  const ElementPtr least = bottom();
  return leq(element, *least);
}
bool Domain::is_top(Element& element) {
  const ElementPtr greatest = top();
  return leq(*greatest, element);
}
ElementPtr Domain::widen(Element&, Element&) { return not_there(Operation::Widen); }
ElementPtr Domain::narrow(Element&, Element&) { return not_there(Operation::Narrow); }
ElementPtr Domain::assume(Element&, const Constraint&) { return not_there(Operation::Assume); }
ElementPtr Domain::assign(Element&, const Assignment&) { return not_there(Operation::Assign); }
ElementPtr Domain::parallel_assign(Element&, const std::vector<Assignment>&) {
  return not_there(Operation::ParallelAssign);
}
ElementPtr Domain::substitute(Element&, const Assignment&) { return not_there(Operation::Substitute); }
ElementPtr Domain::assign_expression(Element&, unsigned, const Expression&) {
  return not_there(Operation::AssignExpression);
}
ElementPtr Domain::assume_expression(Element&, const Expression&, Constraint::Relation) {
  return not_there(Operation::AssumeExpression);
}
ElementPtr Domain::forget(Element&, unsigned) { return not_there(Operation::Forget); }
ElementPtr Domain::add_rays(Element&, const std::vector<Ray>&) { return not_there(Operation::AddRays); }
ElementPtr Domain::close(Element&) { return not_there(Operation::Close); }
ElementPtr Domain::loosen(Element&, unsigned) { return not_there(Operation::Loosen); }
ElementPtr Domain::regenerate(Element&) { return not_there(Operation::Generators); }
ElementPtr Domain::resize(Element&) { return not_there(Operation::Resize); }
void Domain::canonicalize(Element&) { not_there(Operation::Canonicalize); }
std::vector<Constraint> Domain::constraints(Element&) {
  not_there(Operation::Constraints);
  return {};
}
Bounds Domain::bounds(Element&, const LinearExpression&) {
  not_there(Operation::Bounds);
  return {};
}
bool Domain::satisfies(Element&, const Constraint&) { return not_there(Operation::Satisfies) != nullptr; }

bool Domain::contains_value(Element& element, std::uint64_t value) {
  return contains(element, {Rational(mpz_class(static_cast<unsigned long>(value)))});
}
bool Domain::contains(Element& element, const Point& point) {
  const std::vector<Constraint> all = constraints(element);
  return std::all_of(all.begin(), all.end(), [&](const Constraint& constraint) { return constraint.holds(point); });
}

ElementPtr Domain::abstract(const Point&) { return not_there(Operation::Abstract); }
std::string Domain::print(Element&) { return ""; }

const std::vector<ValueTransformer>& Domain::transformers() const {
  static const std::vector<ValueTransformer> none;
  return none;
}
ElementPtr Domain::transform(std::size_t, const std::vector<Element*>&) { return not_there(Operation::Transform); }
std::vector<ElementPtr> Domain::all_elements() { return {}; }

}  // namespace assay::domain
