#include <utility>

#include "domain/kernel/reference/expressions.hpp"
#include "domain/kernel/reference/reference.hpp"

namespace assay::domain {
namespace {

std::string text_of(const Supremum& supremum) {
  switch (supremum.kind) {
    case Supremum::Kind::Empty: return "that of nothing";
    case Supremum::Kind::Infinite: return "infinite";
    case Supremum::Kind::Finite: break;
  }
  return supremum.value.get_str() + (supremum.attained ? "" : " (not attained)");
}

}  // namespace

bool reaches_no_farther(const Supremum& left, const Supremum& right) {
  if (left.kind == Supremum::Kind::Empty || right.kind == Supremum::Kind::Infinite) return true;
  if (left.kind == Supremum::Kind::Infinite || right.kind == Supremum::Kind::Empty) return false;
  return left.value < right.value || (left.value == right.value && (right.attained || !left.attained));
}

std::vector<LinearExpression> directions(Shape shape, unsigned dimensions) {
  std::vector<LinearExpression> all;
  if (shape != Shape::Box && shape != Shape::Differences && shape != Shape::Octagon) return all;
  for (unsigned i = 0; i < dimensions; ++i) {
    all.push_back(variable(i));
    all.push_back(negated(variable(i)));
    if (shape == Shape::Box) continue;
    for (unsigned j = 0; j < i; ++j) {
      LinearExpression difference = variable(i);
      difference.coefficients[j] = -1;
      all.push_back(difference);
      all.push_back(negated(std::move(difference)));
      if (shape != Shape::Octagon) continue;
      LinearExpression sum = variable(i);
      sum.coefficients[j] = 1;
      all.push_back(sum);
      all.push_back(negated(std::move(sum)));
    }
  }
  return all;
}

std::optional<Gap> find_gap(Shape shape, bool strict, Polyhedron& result, std::span<Polyhedron> exact) {
  const auto reach = [&](Polyhedron& of, const LinearExpression& direction) {
    Supremum found = of.supremum(direction);
    if (!strict && found.kind == Supremum::Kind::Finite) found.attained = true;
    return found;
  };
  for (LinearExpression& direction : directions(shape, result.dimensions())) {
    Supremum best;
    for (Polyhedron& part : exact) {
      Supremum found = reach(part, direction);
      if (!reaches_no_farther(found, best)) best = std::move(found);
    }
    Supremum found = reach(result, direction);
    if (found == best) continue;
    const bool unsound = !reaches_no_farther(best, found);
    return Gap{std::move(direction), std::move(best), std::move(found), unsound};
  }
  return std::nullopt;
}

std::string to_text(const Gap& gap) {
  return "sup " + to_text(gap.direction) + " is " + text_of(gap.found) + ", but " +
         (gap.unsound ? "it must be at least " : "the best is ") + text_of(gap.best);
}

}  // namespace assay::domain
