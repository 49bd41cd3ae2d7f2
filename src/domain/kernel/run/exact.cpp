#include "exact.hpp"

#include <utility>

#include "domain/kernel/reference/expressions.hpp"
#include "domain/kernel/reference/reference.hpp"

namespace assay::domain {
namespace {

using Polyhedra = std::vector<Polyhedron>;

Polyhedron copied(const Polyhedron& from) { return Polyhedron(from.dimensions(), from.constraints(), from.hidden()); }

/// Adds the exact result for an expression that lies between two linear ones; nothing for other expressions.
void add_general(const Instruction& instruction, const Polyhedron& argument, Polyhedra& exact) {
  const auto ends = linear_ends(instruction.expression);
  const bool assumes = instruction.operation == Operation::AssumeExpression;
  if (!ends || (assumes && instruction.relation == Constraint::Relation::NotEqual)) return;
  if (instruction.operation == Operation::AssignExpression) {
    exact.push_back(assigned_between(argument, instruction.dimension, ends->first, ends->second));
    return;
  }
  // Some value is at least zero if the greatest one is; some value is zero if the ends lie on both sides of zero.
  using Relation = Constraint::Relation;
  const bool equal = instruction.relation == Relation::Equal;
  Polyhedron kept = assumed(argument, {ends->second, equal ? Relation::GreaterEqual : instruction.relation});
  if (equal) kept = assumed(kept, {negated(ends->first), Relation::GreaterEqual});
  exact.push_back(std::move(kept));
}

/// The exact results; the element must include all of them. Empty if the instruction cannot be judged.
Polyhedra exact_results(const Instruction& instruction, Polyhedra& arguments) {
  Polyhedra exact;
  switch (instruction.operation) {
    case Operation::Join:
    case Operation::Widen:
      for (const Polyhedron& argument : arguments) exact.push_back(copied(argument));
      break;
    case Operation::Meet:
    case Operation::Narrow: exact.push_back(intersection(arguments.at(0), arguments.at(1))); break;
    case Operation::Assume:
      // The result of `!=` and `mod` is no polyhedron: only points check it.
      if (instruction.constraints.at(0).relation != Constraint::Relation::NotEqual &&
          instruction.constraints.at(0).relation != Constraint::Relation::Congruent)
        exact.push_back(assumed(arguments.at(0), instruction.constraints.at(0)));
      break;
    case Operation::Assign:
    case Operation::ParallelAssign: exact.push_back(assigned(arguments.at(0), instruction.assignments)); break;
    case Operation::Substitute: exact.push_back(substituted(arguments.at(0), instruction.assignments.at(0))); break;
    case Operation::AssignExpression:
    case Operation::AssumeExpression: add_general(instruction, arguments.at(0), exact); break;
    case Operation::AddRays: exact.push_back(with_rays(arguments.at(0), instruction.rays)); break;
    case Operation::Close: exact.push_back(closed(arguments.at(0))); break;
    case Operation::Loosen: exact.push_back(copied(arguments.at(0))); break;
    case Operation::Forget: exact.push_back(forgotten(arguments.at(0), instruction.dimension)); break;
    default: break;
  }
  return exact;
}

/// The smallest sound polyhedron. Nullopt if unknown.
std::optional<Polyhedron> smallest(const Instruction& instruction, Polyhedra& arguments, const Polyhedra& exact,
                                   const Contract& contract) {
  if (instruction.operation != Operation::Join) return copied(exact.front());
  if (contract.strict) return std::nullopt;  // closed_hull closes strict constraints
  if (arguments[0].empty()) return copied(arguments[1]);
  if (arguments[1].empty()) return copied(arguments[0]);
  return closed_hull(arguments[0], arguments[1]);
}

/// Whether the domain may treat the strict condition as a closed one; then only soundness is checked.
bool is_closed_by(const Instruction& instruction, const Contract& contract) {
  if (contract.strict) return false;
  if (instruction.operation == Operation::AssumeExpression)
    return instruction.relation == Constraint::Relation::Greater;
  return instruction.operation == Operation::Assume &&
         instruction.constraints.at(0).relation == Constraint::Relation::Greater;
}

/// A point of the result outside the best element; empty if none is found.
Point point_of(const Gap& gap, Polyhedron& result) {
  if (gap.best.kind == Supremum::Kind::Empty) return result.point().value_or(Point());
  Constraint within{negated(gap.direction), Constraint::Relation::GreaterEqual};
  within.expression.constant += gap.best.value;
  if (!gap.best.attained) within.relation = Constraint::Relation::Greater;
  return result.point_outside(within).value_or(Point());
}

}  // namespace

bool has_exact_reference(const Contract& contract) {
  return contract.operations.has(Operation::Constraints) && contract.convex && !contract.integer_points &&
         contract.rounds_safely && contract.shape != Shape::Other && contract.shape != Shape::Value;
}

std::optional<Violation> judge_exactly(const Instruction& instruction,
                                       const std::vector<const std::vector<Constraint>*>& arguments,
                                       const std::vector<Constraint>& result, const Contract& contract,
                                       const Claim& claim, unsigned dimensions) {
  Polyhedra sets;
  for (const std::vector<Constraint>* constraints : arguments) sets.emplace_back(dimensions, *constraints);
  Polyhedra exact = exact_results(instruction, sets);
  if (exact.empty()) return std::nullopt;
  Violation violation;
  violation.oracle = "reference";
  violation.operation = instruction.operation;
  for (Polyhedron& each : exact) {
    const Constraint* broken = each.first_broken(result);
    if (broken == nullptr) continue;
    violation.kind = LawClass::Soundness;
    violation.detail = "not every point of the exact result satisfies " + to_text(*broken);
    violation.lost = each.point_outside(*broken).value_or(Point());
    return violation;
  }
  if (is_closed_by(instruction, contract)) return std::nullopt;
  const bool best = claim.best || contract.best.has(instruction.operation);
  if (instruction.operation == Operation::Widen || contract.numbers != Numbers::Rationals) return std::nullopt;
  violation.kind = LawClass::Precision;
  Polyhedron found(dimensions, result);
  if (best && !directions(contract.shape, dimensions).empty()) {
    if (const std::optional<Gap> gap = find_gap(contract.shape, contract.strict, found, exact)) {
      violation.detail = to_text(*gap);
      violation.extra = point_of(*gap, found);
      return violation;
    }
  }
  // A result that claims to be exact, and a best result in a domain of polyhedra, equals the smallest polyhedron.
  if (!claim.exact && !(best && contract.shape == Shape::Polyhedron)) return std::nullopt;
  std::optional<Polyhedron> best_one = smallest(instruction, sets, exact, contract);
  // The other inclusion was checked above: the element is convex and contains all points of the exact results.
  if (!best_one || included(found, *best_one).value_or(true)) return std::nullopt;
  violation.extra = point_beyond(found, *best_one).value_or(Point());
  violation.detail =
      claim.exact ? "it says that this is exact, but the exact result is smaller" : "the exact result is smaller";
  return violation;
}

Bounds exact_bounds(const std::vector<Constraint>& constraints, const LinearExpression& expression,
                    unsigned dimensions) {
  return Polyhedron(dimensions, constraints).bounds(expression);
}

bool included_exactly(const std::vector<Constraint>& left, const std::vector<Constraint>& right, unsigned dimensions) {
  return Polyhedron(dimensions, left).included_in(right);
}
Point point_of_difference(const std::vector<Constraint>& left, const std::vector<Constraint>& right,
                          unsigned dimensions) {
  return Polyhedron(dimensions, left).point_outside(right).value_or(Point());
}

Point point_beyond_bounds(const std::vector<Constraint>& constraints, const LinearExpression& expression,
                          const Bounds& said, unsigned dimensions) {
  const Polyhedron set(dimensions, constraints);
  if (said.empty) return Polyhedron(dimensions, constraints).point().value_or(Point());
  for (const bool upper : {true, false}) {
    const std::optional<Rational>& end = upper ? said.high : said.low;
    if (!end) continue;
    Constraint within{upper ? negated(expression) : expression, Constraint::Relation::GreaterEqual};
    within.expression.constant += upper ? *end : Rational(-*end);
    if (std::optional<Point> point = set.point_outside(within)) return std::move(*point);
  }
  return {};
}

}  // namespace assay::domain
