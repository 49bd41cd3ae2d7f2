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
ElementPtr Domain::apply(Operation operation, Elements elements, const Operands& operands) {
  switch (operation) {
    case Operation::Top: return top();
    case Operation::Bottom: return bottom();
    case Operation::Copy: return copy(*elements[0]);
    case Operation::Join: return join(*elements[0], *elements[1]);
    case Operation::Meet: return meet(*elements[0], *elements[1]);
    default: break;
  }
  for (const OperationRow& row : rows())
    if (row.operation == operation) return row.apply(*this, elements, operands);
  return not_there(operation);
}
ElementPtr Domain::apply(Operation operation, Element& element, const Operands& operands) {
  Element* const elements[] = {&element};
  return apply(operation, Elements(elements), operands);
}
ElementPtr Domain::apply(Operation operation, Element& left, Element& right) {
  Element* const elements[] = {&left, &right};
  return apply(operation, Elements(elements), Operands());
}

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

std::string Domain::print(Element&) { return ""; }

const std::vector<ValueTransformer>& Domain::transformers() const {
  static const std::vector<ValueTransformer> none;
  return none;
}
ElementPtr Domain::transform(std::size_t, const std::vector<Element*>&) { return not_there(Operation::Transform); }
std::vector<ElementPtr> Domain::all_elements() { return {}; }

}  // namespace assay::domain
