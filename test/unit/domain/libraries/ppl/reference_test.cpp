#include "unit/domain/kernel/reference/systems.hpp"
#include "unit/domain/libraries/ppl/ppl_targets.hpp"

namespace assay::domain {
namespace {

/// Random elements of the shape, in three dimensions.
class Elements {
 public:
  Elements(Domain& domain, std::uint64_t seed) : domain_(domain), systems_(seed) {
    known_ = directions(domain.contract().shape, domain.dimensions());
  }

  Constraint condition() {
    Constraint one{systems_.expression(domain_.dimensions()), Constraint::Relation::GreaterEqual};
    if (!known_.empty() && systems_.draw(4) != 0) {
      one.expression = known_[systems_.draw(static_cast<unsigned>(known_.size()))];
      one.expression.constant = systems_.number(9);
    }
    if (systems_.draw(6) == 0) one.relation = Constraint::Relation::Equal;
    if (domain_.contract().strict && systems_.draw(4) == 0) one.relation = Constraint::Relation::Greater;
    return one;
  }
  Assignment assignment() { return {systems_.draw(domain_.dimensions()), systems_.expression(domain_.dimensions())}; }
  ElementPtr element() {
    ElementPtr made = domain_.top();
    for (unsigned i = systems_.draw(6); i > 0; --i) made = domain_.assume(*made, condition());
    if (systems_.draw(3) == 0) made = domain_.assign(*made, assignment());
    return made;
  }
  unsigned dimension() { return systems_.draw(domain_.dimensions()); }

 private:
  Domain& domain_;
  Systems systems_;
  std::vector<LinearExpression> known_;
};

class PplReference : public testing::TestWithParam<std::string_view> {
 protected:
  PplReference() : domain(ppl_domain(GetParam(), 3)), elements(*domain, 7) {}

  Polyhedron seen(Element& element) const { return Polyhedron(domain->dimensions(), domain->constraints(element)); }

  /// A result against the exact one: never too small, and the best where that is claimed.
  void compare(Operation operation, Element& result, Polyhedron exact) {
    const Contract& contract = domain->contract();
    Polyhedron found = seen(result);
    EXPECT_TRUE(exact.included_in(found.constraints())) << name(operation) << ": " << domain->print(result);
    ++compared[static_cast<std::size_t>(operation)];
    if (!contract.best.has(operation)) return;
    if (contract.shape == Shape::Polyhedron) {
      EXPECT_TRUE(same(found, exact).value_or(true)) << name(operation) << ": " << domain->print(result);
      return;
    }
    const std::optional<Gap> gap = find_gap(contract.shape, contract.strict, found, std::span(&exact, 1));
    EXPECT_FALSE(gap) << name(operation) << ": " << to_text(*gap) << " in " << domain->print(result);
  }
  void compare_join(Element& left, Element& right, Element& result) {
    std::vector<Polyhedron> parts;
    parts.push_back(seen(left));
    parts.push_back(seen(right));
    Polyhedron found = seen(result);
    const Contract& contract = domain->contract();
    for (Polyhedron& part : parts) EXPECT_TRUE(part.included_in(found.constraints()));
    const std::optional<Gap> gap = find_gap(contract.shape, contract.strict, found, parts);
    EXPECT_FALSE(gap) << to_text(*gap) << " in " << domain->print(result);
    if (contract.shape != Shape::Polyhedron) return;
    Polyhedron hull = closed_hull(parts[0], parts[1]);
    for (const Point& point : found.points(16)) EXPECT_TRUE(hull.contains(point)) << to_text(point);
  }

  std::unique_ptr<Domain> domain;
  Elements elements;
  std::array<unsigned, kOperations> compared{};
};

constexpr std::string_view kConvex[] = {"Rational_Box", "BD_Shape", "Octagonal_Shape", "C_Polyhedron",
                                        "NNC_Polyhedron"};
INSTANTIATE_TEST_SUITE_P(Targets, PplReference, testing::ValuesIn(kConvex), ppl_test_name);

TEST_P(PplReference, ResultsAreSoundAndBestWhereClaimed) {
  for (unsigned i = 0; i < 300 && !HasFailure(); ++i) {
    const ElementPtr x = elements.element();
    const ElementPtr y = elements.element();
    const Constraint condition = elements.condition();
    const Assignment step = elements.assignment();
    const unsigned dimension = elements.dimension();
    compare_join(*x, *y, *domain->join(*x, *y));
    const Polyhedron from = seen(*x);
    compare(Operation::Meet, *domain->meet(*x, *y), intersection(from, seen(*y)));
    Constraint closed = condition;
    if (!domain->contract().strict && closed.relation == Constraint::Relation::Greater)
      closed.relation = Constraint::Relation::GreaterEqual;
    compare(Operation::Assume, *domain->assume(*x, condition), assumed(from, closed));
    compare(Operation::Assign, *domain->assign(*x, step), assigned(from, std::span(&step, 1)));
    compare(Operation::Substitute, *domain->substitute(*x, step), substituted(from, step));
    compare(Operation::Forget, *domain->forget(*x, dimension), forgotten(from, dimension));
    if (!domain->contract().operations.has(Operation::ParallelAssign)) continue;
    std::vector<Assignment> steps = {step, elements.assignment()};
    steps[1].dimension = (step.dimension + 1) % domain->dimensions();
    compare(Operation::ParallelAssign, *domain->parallel_assign(*x, steps), assigned(from, steps));
  }
  EXPECT_EQ(compared[static_cast<std::size_t>(Operation::Meet)], 300U);
}

TEST_P(PplReference, QueriesAreRight) {
  const bool exact = domain->contract().shape == Shape::Polyhedron;
  for (unsigned i = 0; i < 300 && !HasFailure(); ++i) {
    const ElementPtr x = elements.element();
    const ElementPtr y = elements.element();
    Polyhedron seen_x = seen(*x);
    Polyhedron seen_y = seen(*y);
    EXPECT_EQ(domain->is_bottom(*x), seen_x.empty());
    EXPECT_EQ(domain->leq(*x, *y), seen_x.included_in(seen_y.constraints()));
    EXPECT_EQ(domain->equal(*x, *y), same(seen_x, seen_y).value());
    const Constraint condition = elements.condition();
    const bool satisfied = seen_x.satisfies(condition);
    const bool told = domain->satisfies(*x, condition);
    EXPECT_TRUE(exact ? told == satisfied : !told || satisfied) << to_text(condition) << " " << domain->print(*x);
    const Bounds found = domain->bounds(*x, condition.expression);
    const Bounds best = seen_x.bounds(condition.expression);
    EXPECT_EQ(found.empty, best.empty);
    EXPECT_EQ(found.low, best.low) << to_text(condition) << " " << domain->print(*x);
    EXPECT_EQ(found.high, best.high) << to_text(condition) << " " << domain->print(*x);
    for (const Point& point : seen_y.points(6)) EXPECT_EQ(domain->contains(*x, point), seen_x.contains(point));
  }
}

}  // namespace
}  // namespace assay::domain
