#include <gtest/gtest.h>

#include "unit/domain/kernel/reference/systems.hpp"

namespace assay::domain {
namespace {

Assignment assignment(unsigned dimension, std::string_view text) { return {dimension, expression(text)}; }

bool same_as(Polyhedron found, std::initializer_list<std::string_view> texts) {
  Polyhedron expected = polyhedron(found.dimensions(), texts);
  return same(found, expected).value_or(false);
}

TEST(Images, AssignmentsThatCanBeUndone) {
  const Polyhedron from = polyhedron(2, {"x0 >= 0", "1 - x0 >= 0", "x1 - x0 = 0"});
  const Assignment doubled = assignment(0, "2*x0 + x1 + 3");
  Polyhedron image = assigned(from, std::span(&doubled, 1));
  EXPECT_EQ(image.hidden(), 0U);
  EXPECT_TRUE(same_as(std::move(image), {"x0 - 3*x1 - 3 = 0", "x1 >= 0", "1 - x1 >= 0"}));
}

TEST(Images, AssignmentsThatForgetTheOldValue) {
  const Polyhedron from = polyhedron(2, {"x0 >= 0", "1 - x0 >= 0", "x1 - x0 >= 0", "2*x0 - x1 > 0"});
  const Assignment copy = assignment(0, "x1");
  Polyhedron image = assigned(from, std::span(&copy, 1));
  EXPECT_EQ(image.supremum(expression("x0")), finite(2, false));
  EXPECT_EQ(image.infimum(expression("x0")), finite(0, false));
  EXPECT_TRUE(image.contains({1, 1}));
  EXPECT_FALSE(image.contains({1, 2}));
  EXPECT_FALSE(image.contains({2, 2}));
  EXPECT_TRUE(same_as(std::move(image), {"x0 - x1 = 0", "x1 > 0", "2 - x1 > 0"}));
}

TEST(Images, ParallelAssignmentReadsOldValuesOnly) {
  const Polyhedron from = polyhedron(3, {"x0 - 1 = 0", "x1 - 5 >= 0", "6 - x1 >= 0"});
  const std::vector<Assignment> swap = {assignment(0, "x1"), assignment(1, "x0 + 1/2")};
  EXPECT_TRUE(same_as(assigned(from, swap), {"x1 - 3/2 = 0", "x0 - 5 >= 0", "6 - x0 >= 0"}));
  EXPECT_TRUE(same_as(assigned(from, {}), {"x0 - 1 = 0", "x1 - 5 >= 0", "6 - x1 >= 0"}));
}

TEST(Images, AssignmentsOfEveryValueBetweenTwoExpressions) {
  const Polyhedron from = polyhedron(2, {"x0 >= 0", "1 - x0 >= 0", "x1 - 2*x0 = 0"});
  EXPECT_TRUE(same_as(assigned_between(from, 0, expression("x0 + 1"), expression("x0 + x1 + 2")),
                      {"x1 >= 0", "2 - x1 >= 0", "2*x0 - x1 - 2 >= 0", "3*x1 + 4 - 2*x0 >= 0"}));
  EXPECT_TRUE(assigned_between(from, 0, expression("3"), expression("2")).empty());
}

TEST(Images, SubstitutionGoesBackwards) {
  const Polyhedron from = polyhedron(2, {"x0 - 2 >= 0", "x1 - 1 = 0"});
  EXPECT_TRUE(same_as(substituted(from, assignment(0, "x0 + x1")), {"x0 + x1 - 2 >= 0", "x1 - 1 = 0"}));
  EXPECT_TRUE(same_as(substituted(from, assignment(0, "3")), {"x1 - 1 = 0"}));
  EXPECT_TRUE(substituted(from, assignment(0, "1")).empty());
}

TEST(Images, ClosuresHaveTheirBorderAndBottomHasNone) {
  Polyhedron open = polyhedron(2, {"x0 > 0", "1 - x0 - x1 > 0", "x1 >= 0"});
  EXPECT_TRUE(same_as(closed(open), {"x0 >= 0", "1 - x0 - x1 >= 0", "x1 >= 0"}));
  Polyhedron shadow = forgotten(open, 1);
  EXPECT_TRUE(same_as(closed(shadow), {"x0 >= 0", "1 - x0 >= 0"}));
  Polyhedron none = polyhedron(1, {"x0 > 0", "-x0 >= 0"});
  EXPECT_TRUE(closed(none).empty());
}

TEST(Images, RaysReachWhatLiesBehind) {
  const std::vector<Ray> one = {{{1, 1}, false}};
  const Polyhedron from = polyhedron(2, {"x0 > 0", "1 - x0 >= 0", "x1 = 0"});
  EXPECT_TRUE(same_as(with_rays(from, one), {"x1 >= 0", "x0 - x1 > 0", "1 - x0 + x1 >= 0"}));
  const std::vector<Ray> both = {{{1, 1}, false}, {{0, -2}, true}};
  EXPECT_TRUE(same_as(with_rays(from, both), {"x0 > 0"}));
  EXPECT_TRUE(with_rays(polyhedron(1, {"-1 >= 0"}), std::vector<Ray>{{{1}, false}}).empty());
  // A forgotten dimension stays unconstrained.
  EXPECT_TRUE(same_as(with_rays(forgotten(from, 1), one), {"x0 > 0"}));
}

TEST(Images, ForgettingLeavesWhatFollowedFromTheDimension) {
  const Polyhedron from = polyhedron(3, {"x0 - x1 > 0", "x2 - x0 >= 0", "x1 + x0 = 0"});
  EXPECT_TRUE(same_as(forgotten(from, 0), {"-2*x1 > 0", "x2 + x1 >= 0"}));
  EXPECT_TRUE(same_as(forgotten(forgotten(from, 0), 1), {"x2 > 0"}));
  EXPECT_TRUE(forgotten(polyhedron(1, {"-1 >= 0"}), 0).empty());
}

TEST(Images, IntersectionKeepsHiddenDimensionsApart) {
  const Polyhedron left = forgotten(polyhedron(2, {"x0 - x1 >= 0", "x1 >= 0"}), 1);
  const Polyhedron right = forgotten(polyhedron(2, {"x1 - x0 >= 0", "3 - x1 >= 0"}), 1);
  EXPECT_TRUE(same_as(intersection(left, right), {"x0 >= 0", "3 - x0 >= 0"}));
}

TEST(Images, HullOfBoundedAndUnboundedOnes) {
  Polyhedron origin = polyhedron(2, {"x0 = 0", "x1 = 0"});
  Polyhedron point = polyhedron(2, {"x0 - 2 = 0", "x1 - 1 = 0"});
  EXPECT_TRUE(same_as(closed_hull(origin, point), {"x0 - 2*x1 = 0", "x1 >= 0", "1 - x1 >= 0"}));
  // A point and a line that misses it: the closure of their hull is a strip.
  Polyhedron line = polyhedron(2, {"x1 - 1 = 0"});
  EXPECT_TRUE(same_as(closed_hull(origin, line), {"x1 >= 0", "1 - x1 >= 0"}));
  Polyhedron nothing = polyhedron(2, {"-1 > 0"});
  EXPECT_TRUE(same_as(closed_hull(nothing, point), {"x0 - 2 = 0", "x1 - 1 = 0"}));
  EXPECT_TRUE(same_as(closed_hull(point, nothing), {"x0 - 2 = 0", "x1 - 1 = 0"}));
  Polyhedron open = polyhedron(2, {"x0 > 0", "1 - x0 > 0", "x1 = 0"});
  EXPECT_TRUE(same_as(closed_hull(open, open), {"x0 >= 0", "1 - x0 >= 0", "x1 = 0"}));
}

TEST(Images, ProjectionsOfRandomOnesAreTheSameSets) {
  Systems systems(3);
  unsigned compared = 0;
  for (unsigned i = 0; i < 150; ++i) {
    Polyhedron from(4, systems.constraints(4, 6));
    Polyhedron image = forgotten(forgotten(from, systems.draw(2)), 2 + systems.draw(2));
    std::optional<Polyhedron> seen = image.projected();
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->hidden(), 0U);
    EXPECT_EQ(seen->empty(), image.empty());
    for (unsigned k = 0; k < 4; ++k) {
      const LinearExpression direction = systems.expression(4);
      EXPECT_EQ(seen->supremum(direction), image.supremum(direction)) << i;
    }
    for (const Point& point : seen->points(6)) EXPECT_TRUE(image.contains(point)) << i;
    for (const Point& point : image.points(6)) EXPECT_TRUE(seen->contains(point)) << i;
    compared += image.empty() ? 0 : 1;
  }
  EXPECT_GT(compared, 50U);
}

TEST(Images, PointsOfRandomOnesAreLedIntoTheImage) {
  Systems systems(4);
  for (unsigned i = 0; i < 150; ++i) {
    Polyhedron from(3, systems.constraints(3, 4));
    const Assignment step{systems.draw(3), systems.expression(3)};
    Polyhedron image = assigned(from, std::span(&step, 1));
    Polyhedron back = substituted(from, step);
    for (const Point& point : from.points(6)) {
      Point next = point;
      next[step.dimension] = step.expression.at(point);
      EXPECT_TRUE(image.contains(next)) << i;
    }
    for (const Point& point : back.points(6)) {
      Point next = point;
      next[step.dimension] = step.expression.at(point);
      EXPECT_TRUE(from.contains(next)) << i;
    }
    EXPECT_EQ(from.empty(), image.empty());
  }
}

TEST(Images, ProjectionGivesUpWhereItWouldBeTooLarge) {
  std::vector<Constraint> many;
  Systems systems(5);
  for (unsigned i = 0; i < 24; ++i) {
    LinearExpression sum = systems.expression(3);
    sum.coefficients[0] = i % 2 == 0 ? 1 : -1;
    sum.constant = 100;
    many.push_back({sum, Constraint::Relation::GreaterEqual});
  }
  EXPECT_FALSE(forgotten(Polyhedron(3, many), 0).projected(100));
  EXPECT_TRUE(forgotten(Polyhedron(3, many), 0).projected(200));
}

}  // namespace
}  // namespace assay::domain
