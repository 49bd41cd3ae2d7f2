#include "execute.hpp"

namespace assay::domain {
namespace {

/// Rebuilds the element from its exported constraints.
ElementPtr reimported(Element& element, Domain& domain) {
  ElementPtr made = domain.top();
  for (const Constraint& constraint : domain.constraints(element)) made = domain.assume(*made, constraint);
  return made;
}

ElementPtr observed(const Instruction& instruction, Element& element, Domain& domain) {
  ElementPtr made = domain.copy(element);
  switch (instruction.operation) {
    case Operation::IsBottom: static_cast<void>(domain.is_bottom(*made)); break;
    case Operation::IsTop: static_cast<void>(domain.is_top(*made)); break;
    case Operation::Canonicalize: domain.canonicalize(*made); break;
    case Operation::Bounds: static_cast<void>(domain.bounds(*made, instruction.assignments.at(0).expression)); break;
    case Operation::Satisfies: static_cast<void>(domain.satisfies(*made, instruction.constraints.at(0))); break;
    case Operation::Print: static_cast<void>(domain.print(*made)); break;
    default: break;
  }
  return made;
}

}  // namespace

ElementPtr execute(const Instruction& instruction, const std::vector<Element*>& arguments, Domain& domain) {
  switch (instruction.operation) {
    case Operation::IsBottom:
    case Operation::IsTop:
    case Operation::Canonicalize:
    case Operation::Bounds:
    case Operation::Satisfies:
    case Operation::Print: return observed(instruction, *arguments.at(0), domain);
    case Operation::Constraints: return reimported(*arguments.at(0), domain);
    case Operation::Transform: return domain.transform(instruction.transformer, arguments);
    default: return domain.apply(instruction.operation, arguments, instruction);
  }
}

}  // namespace assay::domain
