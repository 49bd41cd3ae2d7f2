#include "execute.hpp"

#include "assay/base/check.hpp"

namespace assay::domain {
namespace {

/// The element built anew from its constraints.
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
    default: break;  // Copy
  }
  return made;
}

}  // namespace

bool is_observation(Operation operation) {
  switch (operation) {
    case Operation::IsBottom:
    case Operation::IsTop:
    case Operation::Resize:
    case Operation::Copy:
    case Operation::Canonicalize:
    case Operation::Constraints:
    case Operation::Generators:
    case Operation::Bounds:
    case Operation::Satisfies:
    case Operation::Print: return true;
    default: return false;
  }
}

ElementPtr execute(const Instruction& instruction, const std::vector<Element*>& arguments, Domain& domain) {
  const auto argument = [&](std::size_t i) -> Element& { return *arguments.at(i); };
  switch (instruction.operation) {
    case Operation::Top: return domain.top();
    case Operation::Bottom: return domain.bottom();
    case Operation::Join: return domain.join(argument(0), argument(1));
    case Operation::Meet: return domain.meet(argument(0), argument(1));
    case Operation::Widen: return domain.widen(argument(0), argument(1));
    case Operation::Narrow: return domain.narrow(argument(0), argument(1));
    case Operation::Assume: return domain.assume(argument(0), instruction.constraints.at(0));
    case Operation::Assign: return domain.assign(argument(0), instruction.assignments.at(0));
    case Operation::ParallelAssign: return domain.parallel_assign(argument(0), instruction.assignments);
    case Operation::Substitute: return domain.substitute(argument(0), instruction.assignments.at(0));
    case Operation::AssignExpression:
      return domain.assign_expression(argument(0), instruction.dimension, instruction.expression);
    case Operation::AssumeExpression:
      return domain.assume_expression(argument(0), instruction.expression, instruction.relation);
    case Operation::Forget: return domain.forget(argument(0), instruction.dimension);
    case Operation::AddRays: return domain.add_rays(argument(0), instruction.rays);
    case Operation::Close: return domain.close(argument(0));
    case Operation::Loosen: return domain.loosen(argument(0), instruction.way);
    case Operation::Generators: return domain.regenerate(argument(0));
    case Operation::Resize: return domain.resize(argument(0));
    case Operation::Constraints: return reimported(argument(0), domain);
    case Operation::Abstract: return domain.abstract(instruction.point);
    case Operation::Transform: return domain.transform(instruction.transformer, arguments);
    case Operation::Leq:
    case Operation::Equal:
    case Operation::Contains: break;
    default: return observed(instruction, argument(0), domain);
  }
  ASSAY_CHECK(false, "an operation that is no instruction");
  return nullptr;
}

}  // namespace assay::domain
