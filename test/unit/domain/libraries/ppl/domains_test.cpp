#include "unit/domain/kernel/reference/systems.hpp"
#include "unit/domain/libraries/ppl/ppl_targets.hpp"

namespace assay::domain {
namespace {

class PplDomain : public testing::TestWithParam<std::string_view> {
 protected:
  PplDomain() : domain(ppl_domain(GetParam(), 2)) {}

  ElementPtr assuming(std::initializer_list<std::string_view> texts) const {
    ElementPtr element = domain->top();
    for (const Constraint& one : constraints(texts)) element = domain->assume(*element, one);
    return element;
  }
  [[nodiscard]] bool has(Operation operation) const { return domain->contract().operations.has(operation); }

  std::unique_ptr<Domain> domain;
};

INSTANTIATE_TEST_SUITE_P(Targets, PplDomain, testing::ValuesIn(kPplTargets), ppl_test_name);

TEST_P(PplDomain, TopAndBottom) {
  const ElementPtr top = domain->top();
  const ElementPtr bottom = domain->bottom();
  EXPECT_TRUE(domain->is_top(*top));
  EXPECT_FALSE(domain->is_bottom(*top));
  EXPECT_TRUE(domain->is_bottom(*bottom));
  EXPECT_FALSE(domain->is_top(*bottom));
  EXPECT_TRUE(domain->leq(*bottom, *top));
  EXPECT_FALSE(domain->leq(*top, *bottom));
  EXPECT_TRUE(domain->contains(*top, {Rational(1, 3), -5}));
  EXPECT_FALSE(domain->contains(*bottom, {0, 0}));
  EXPECT_TRUE(domain->bounds(*bottom, expression("x0")).empty);
  EXPECT_FALSE(domain->bounds(*top, expression("x0")).high);
  EXPECT_TRUE(domain->constraints(*top).empty());
  Polyhedron nothing(2, domain->constraints(*bottom));
  EXPECT_TRUE(nothing.empty());
  EXPECT_NE(domain->print(*top), domain->print(*bottom));
}

TEST_P(PplDomain, OnePoint) {
  const Point at = {Rational(-1, 2), 3};
  const ElementPtr point = domain->abstract(at);
  EXPECT_TRUE(domain->contains(*point, at));
  EXPECT_FALSE(domain->contains(*point, {Rational(1, 2), 3}));
  const Bounds bounds = domain->bounds(*point, expression("2*x0 + 1/3*x1"));
  EXPECT_EQ(bounds.low, Rational(0));
  EXPECT_EQ(bounds.high, Rational(0));
  EXPECT_TRUE(domain->equal(*point, *assuming({"2*x0 + 1 = 0", "1/3*x1 - 1 = 0"})));
  EXPECT_TRUE(domain->satisfies(*point, constraint("x1 - 5/2 > 0")));
  EXPECT_FALSE(domain->satisfies(*point, constraint("x1 - 7/2 >= 0")));
}

TEST_P(PplDomain, AnAssignmentAndItsWayBack) {
  const ElementPtr point = domain->abstract({1, 2});
  const Assignment step{0, expression("2*x0 + 1/2*x1 - 7")};
  const ElementPtr after = domain->assign(*point, step);
  EXPECT_TRUE(domain->equal(*after, *domain->abstract({-4, 2})));
  const ElementPtr back = domain->substitute(*after, step);
  EXPECT_TRUE(domain->contains(*back, {1, 2}));
  const ElementPtr any = domain->forget(*after, 1);
  EXPECT_TRUE(domain->contains(*any, {-4, 1000}));
  EXPECT_FALSE(domain->contains(*any, {-3, 2}));
  if (!has(Operation::ParallelAssign)) return;
  const ElementPtr swapped = domain->parallel_assign(*point, {{0, expression("x1")}, {1, expression("x0 + 1/3")}});
  EXPECT_TRUE(domain->equal(*swapped, *domain->abstract({2, Rational(4, 3)})));
}

TEST_P(PplDomain, AnAssignmentOfManyValues) {
  const ElementPtr point = domain->abstract({1, 2});
  const ElementPtr after =
      domain->apply(Operation::AssignExpression, *point,
                    {.dimension = 0, .expression = *parse_general("[1/2, 1/2]*x0 + x1 + [-1/3, 4]")});
  EXPECT_TRUE(domain->contains(*after, {Rational(13, 6), 2}));
  EXPECT_TRUE(domain->contains(*after, {Rational(13, 2), 2}));
  EXPECT_TRUE(domain->contains(*after, {3, 2}));
  if (domain->contract().convex) {
    EXPECT_FALSE(domain->contains(*after, {2, 2}));
    EXPECT_FALSE(domain->contains(*after, {7, 2}));
  }
  EXPECT_FALSE(domain->contains(*after, {3, 1}));
}

TEST_P(PplDomain, JoinAndMeetOfPoints) {
  const ElementPtr one = domain->abstract({0, 0});
  const ElementPtr two = domain->abstract({2, 2});
  const ElementPtr both = domain->join(*one, *two);
  EXPECT_TRUE(domain->contains(*both, {0, 0}));
  EXPECT_TRUE(domain->contains(*both, {2, 2}));
  EXPECT_FALSE(domain->contains(*both, {0, 3}));
  EXPECT_TRUE(domain->leq(*one, *both));
  EXPECT_FALSE(domain->leq(*both, *one));
  EXPECT_TRUE(domain->is_bottom(*domain->meet(*one, *two)));
  EXPECT_TRUE(domain->equal(*domain->meet(*both, *two), *two));
}

TEST_P(PplDomain, WhatMustNotChangeAnElement) {
  const ElementPtr one = assuming({"x0 - 1 = 0"});
  const ElementPtr both = domain->join(*one, *domain->abstract({2, 5}));
  EXPECT_TRUE(domain->equal(*domain->copy(*both), *both));
  EXPECT_TRUE(domain->equal(*domain->apply(Operation::Resize, *both), *both));
  const std::string before = domain->print(*both);
  domain->canonicalize(*both);
  EXPECT_TRUE(domain->equal(*domain->join(*one, *domain->abstract({2, 5})), *both));
  EXPECT_FALSE(before.empty());
}

TEST_P(PplDomain, WideningTakesTheLeftArgumentAsTheOlderOne) {
  ElementPtr older = domain->abstract({0, 0});
  for (int i = 1; i < 30; ++i) {
    const ElementPtr newer = domain->join(*older, *domain->abstract({i * i * i, 0}));
    ElementPtr wider = domain->widen(*older, *newer);
    EXPECT_TRUE(domain->leq(*newer, *wider)) << i;
    if (domain->equal(*wider, *older)) return;
    older = std::move(wider);
  }
  ADD_FAILURE() << "not stable: " << domain->print(*older);
}

TEST_P(PplDomain, NarrowingTakesTheLeftArgumentAsTheOlderOne) {
  if (!has(Operation::Narrow)) return;
  const ElementPtr older = assuming({"x0 >= 0", "x1 >= 0", "9 - x1 >= 0"});
  const ElementPtr newer = assuming({"x0 - 1 >= 0", "7 - x0 >= 0", "x1 >= 0", "8 - x1 >= 0"});
  const Bounds bounds = domain->bounds(*domain->narrow(*older, *newer), expression("x0"));
  EXPECT_EQ(bounds.high, Rational(7));
  EXPECT_EQ(bounds.low, Rational(0));
}

/// The upper bounds of x1 - x0 and x1 - 2*x0 in each shape after a join.
TEST(PplShapes, KeepWhatTheyCan) {
  const auto high = [](std::string_view name, std::string_view of) {
    const std::unique_ptr<Domain> domain = ppl_domain(name, 2);
    const ElementPtr one = domain->abstract({1, 2});
    const ElementPtr two = domain->abstract({4, 8});
    return domain->bounds(*domain->join(*one, *two), expression(of)).high;
  };
  EXPECT_EQ(high("Rational_Box", "x1 - x0"), Rational(7));
  EXPECT_EQ(high("BD_Shape", "x1 - x0"), Rational(4));
  EXPECT_EQ(high("BD_Shape", "x1 - 2*x0"), Rational(3));
  EXPECT_EQ(high("Octagonal_Shape", "x1 - x0"), Rational(4));
  EXPECT_EQ(high("C_Polyhedron", "x1 - 2*x0"), Rational(0));
  EXPECT_EQ(high("NNC_Polyhedron", "x1 - 2*x0"), Rational(0));
  EXPECT_EQ(high("Grid", "x1 - 2*x0"), Rational(0));
  EXPECT_FALSE(high("Grid", "x0"));
  EXPECT_EQ(high("Pointset_Powerset", "x1 - 2*x0"), Rational(0));
}

TEST(PplShapes, StrictConstraintsWhereThereAreAny) {
  for (const std::string_view name : kPplTargets) {
    if (name == "Grid") continue;
    const std::unique_ptr<Domain> domain = ppl_domain(name, 1);
    const ElementPtr open = domain->assume(*domain->top(), constraint("x0 > 0"));
    EXPECT_EQ(domain->contains(*open, {0}), !domain->contract().strict) << name;
    EXPECT_TRUE(domain->contains(*open, {Rational(1, 100)})) << name;
  }
}

TEST(PplGrid, IsGeneratedByItsPoints) {
  const std::unique_ptr<Domain> domain = ppl_domain("Grid", 1);
  const ElementPtr even = domain->join(*domain->abstract({0}), *domain->abstract({2}));
  EXPECT_TRUE(domain->contains(*even, {-4}));
  EXPECT_FALSE(domain->contains(*even, {1}));
  EXPECT_TRUE(domain->constraints(*even).empty());
}

TEST(PplGrid, KeepsCongruences) {
  const std::unique_ptr<Domain> grids = ppl_domain("Grid", 1);
  const ElementPtr third = grids->assume(*grids->top(), constraint("2*x0 - 1/3 = 0 mod 1/2"));
  EXPECT_TRUE(grids->contains(*third, {Rational(1, 6)}));
  EXPECT_TRUE(grids->contains(*third, {Rational(-1, 12)}));
  EXPECT_FALSE(grids->contains(*third, {Rational(1, 3)}));
}

TEST(PplPowerset, KeepsPartsApart) {
  const std::unique_ptr<Domain> domain = ppl_domain("Pointset_Powerset", 1);
  const ElementPtr two = domain->join(*domain->abstract({0}), *domain->abstract({2}));
  EXPECT_TRUE(domain->contains(*two, {2}));
  EXPECT_FALSE(domain->contains(*two, {1}));
  const Bounds bounds = domain->bounds(*two, expression("x0"));
  EXPECT_EQ(bounds.low, Rational(0));
  EXPECT_EQ(bounds.high, Rational(2));
}

TEST(PplDeathTest, WhatTheLibraryThrowsEndsTheProcess) {
  const std::unique_ptr<Domain> domain = ppl_domain("C_Polyhedron", 1);
  const ElementPtr top = domain->top();
  EXPECT_DEATH(domain->forget(*top, 7), "dimension");
}

}  // namespace
}  // namespace assay::domain
