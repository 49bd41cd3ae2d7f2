#include <gtest/gtest.h>

#include <algorithm>

#include "unit/domain/kernel/reference/systems.hpp"

namespace assay::domain {
namespace {

TEST(Polyhedron, WithoutConstraintsIsEverything) {
  Polyhedron all(2);
  EXPECT_FALSE(all.empty());
  EXPECT_TRUE(all.contains({5, -7}));
  EXPECT_EQ(all.supremum(expression("x0")), infinite());
  EXPECT_EQ(all.infimum(expression("x1")).kind, Supremum::Kind::Infinite);
  EXPECT_EQ(all.supremum(expression("4")), finite(4));
  EXPECT_TRUE(all.satisfies(constraint("0 >= 0")));
  EXPECT_TRUE(all.satisfies(constraint("1 > 0")));
  EXPECT_FALSE(all.satisfies(constraint("x0 >= 0")));
  EXPECT_FALSE(all.points(8).empty());
}

TEST(Polyhedron, ATriangle) {
  Polyhedron triangle = polyhedron(2, {"x0 >= 0", "x1 >= 0", "3 - x0 - 2*x1 >= 0"});
  EXPECT_EQ(triangle.supremum(expression("x0")), finite(3));
  EXPECT_EQ(triangle.supremum(expression("x1 + 1")), finite(Rational(5, 2)));
  EXPECT_EQ(triangle.infimum(expression("x0 - x1")), finite(Rational(-3, 2)));
  const Bounds bounds = triangle.bounds(expression("x0 + x1"));
  EXPECT_EQ(bounds.low, Rational(0));
  EXPECT_EQ(bounds.high, Rational(3));
  EXPECT_TRUE(triangle.satisfies(constraint("3 - x0 - x1 >= 0")));
  EXPECT_FALSE(triangle.satisfies(constraint("3 - x0 - x1 > 0")));
  EXPECT_TRUE(triangle.satisfies(constraint("4 - x0 - x1 > 0")));
  EXPECT_FALSE(triangle.satisfies(constraint("x0 = 0")));
  EXPECT_TRUE(triangle.contains({1, 1}));
  EXPECT_FALSE(triangle.contains({2, 1}));
  const std::vector<Point> points = triangle.points(16);
  for (const Point& corner : {Point{0, 0}, Point{3, 0}, Point{0, Rational(3, 2)}})
    EXPECT_NE(std::find(points.begin(), points.end(), corner), points.end()) << to_text(corner);
}

TEST(Polyhedron, EmptinessOfClosedAndStrictOnes) {
  EXPECT_TRUE(polyhedron(1, {"x0 - 1 >= 0", "-x0 >= 0"}).empty());
  EXPECT_FALSE(polyhedron(1, {"x0 >= 0", "-x0 >= 0"}).empty());
  EXPECT_TRUE(polyhedron(1, {"x0 > 0", "-x0 >= 0"}).empty());
  EXPECT_TRUE(polyhedron(1, {"x0 > 0", "-x0 > 0"}).empty());
  EXPECT_TRUE(polyhedron(1, {"0 > 0"}).empty());
  EXPECT_TRUE(polyhedron(1, {"x0 = 0", "x0 - 1 = 0"}).empty());
  EXPECT_TRUE(polyhedron(2, {"x0 - x1 = 0", "2*x0 - 2*x1 > 0"}).empty());
  EXPECT_FALSE(polyhedron(2, {"x0 - x1 = 0", "2*x0 - 2*x1 = 0", "x0 > 0", "1/1000000 - x1 > 0"}).empty());
  Polyhedron nothing = polyhedron(2, {"-1 >= 0"});
  EXPECT_TRUE(nothing.empty());
  EXPECT_FALSE(nothing.point());
  EXPECT_TRUE(nothing.points(4).empty());
  EXPECT_EQ(nothing.supremum(expression("x0")).kind, Supremum::Kind::Empty);
  EXPECT_TRUE(nothing.bounds(expression("x0")).empty);
  EXPECT_TRUE(nothing.satisfies(constraint("-1 >= 0")));
}

TEST(Polyhedron, StrictEndsAreNotAttained) {
  Polyhedron half = polyhedron(2, {"2 - x0 > 0", "x0 >= 0", "x1 - x0 = 0"});
  EXPECT_EQ(half.supremum(expression("x0")), finite(2, false));
  EXPECT_EQ(half.infimum(expression("x1")), finite(0));
  EXPECT_TRUE(half.satisfies(constraint("2 - x1 > 0")));
  EXPECT_FALSE(half.satisfies(constraint("x1 > 0")));
  // The supremum of x1 is attained, though not at every point of that edge's closure.
  Polyhedron square = polyhedron(2, {"x0 > 0", "1 - x0 > 0", "x1 >= 0", "1 - x1 >= 0"});
  EXPECT_EQ(square.supremum(expression("x1")), finite(1));
  EXPECT_EQ(square.supremum(expression("x0 + x1")), finite(2, false));
  for (const Point& point : square.points(32)) EXPECT_TRUE(square.contains(point)) << to_text(point);
}

TEST(Polyhedron, UnboundedOnes) {
  Polyhedron wedge = polyhedron(2, {"x0 - x1 >= 0", "x0 + x1 >= 0"});
  EXPECT_EQ(wedge.infimum(expression("x0")), finite(0));
  EXPECT_EQ(wedge.supremum(expression("x1")), infinite());
  EXPECT_EQ(wedge.supremum(expression("x1 - x0")), finite(0));
  Polyhedron line = polyhedron(3, {"x0 - x1 = 0"});
  EXPECT_EQ(line.supremum(expression("x0 - x1 + 2")), finite(2));
  EXPECT_EQ(line.supremum(expression("x0")), infinite());
  EXPECT_EQ(line.supremum(expression("-x2")), infinite());
  for (const Point& point : line.points(16)) EXPECT_TRUE(line.contains(point)) << to_text(point);
}

TEST(Polyhedron, Inclusion) {
  Polyhedron inner = polyhedron(2, {"x0 = 0", "x1 > 0", "1 - x1 > 0"});
  const std::vector<Constraint> outer = constraints({"x0 >= 0", "1 - x0 - x1 > 0", "x1 >= 0"});
  EXPECT_TRUE(inner.included_in(outer));
  Polyhedron larger(2, outer);
  EXPECT_FALSE(larger.included_in(inner.constraints()));
  const Constraint* broken = larger.first_broken(inner.constraints());
  ASSERT_NE(broken, nullptr);
  EXPECT_EQ(to_text(*broken), "x0 = 0");
  Polyhedron third = polyhedron(1, {"3*x0 - 1 = 0"});
  EXPECT_TRUE(third.included_in(constraints({"x0 - 1/3 >= 0", "1/3 - x0 >= 0"})));
  EXPECT_FALSE(third.included_in(constraints({"x0 - 33333333333333333333/99999999999999999999 > 0"})));
}

TEST(Polyhedron, APointShowsWhatIsNotIncluded) {
  Systems systems(3);
  unsigned outside = 0;
  for (unsigned i = 0; i < 500; ++i) {
    const unsigned dimensions = 1 + systems.draw(3);
    Polyhedron one(dimensions, systems.constraints(dimensions, systems.draw(5)));
    Polyhedron other(dimensions, systems.constraints(dimensions, 1 + systems.draw(3)));
    const std::optional<Point> found = one.point_outside(other.constraints());
    EXPECT_EQ(found.has_value(), !one.included_in(other.constraints())) << i;
    if (!found) continue;
    ++outside;
    EXPECT_TRUE(one.contains(*found)) << i;
    EXPECT_FALSE(other.contains(*found)) << i;
    EXPECT_EQ(point_beyond(one, other), found);
  }
  EXPECT_GT(outside, 100U);
}

TEST(Polyhedron, APointShowsWhatAProjectionHasNot) {
  // x0 = 2*x1 where x1 goes from 0 to 1: 0 <= x0 <= 2.
  const Polyhedron image(1, constraints({"x0 - 2*x1 = 0", "x1 >= 0", "1 - x1 >= 0"}), 1);
  const std::optional<Point> point = point_beyond(polyhedron(1, {"x0 >= 0", "3 - x0 >= 0"}), image);
  ASSERT_TRUE(point);
  EXPECT_GT(point->at(0), 2);
  EXPECT_FALSE(point_beyond(polyhedron(1, {"x0 >= 0", "2 - x0 >= 0"}), image));
}

TEST(Polyhedron, PointsOfRandomOnesAreInside) {
  Systems systems(2);
  unsigned points = 0;
  for (unsigned i = 0; i < 500; ++i) {
    const unsigned dimensions = 1 + systems.draw(4);
    Polyhedron one(dimensions, systems.constraints(dimensions, systems.draw(8)));
    std::vector<Point> found = one.points(12);
    EXPECT_EQ(found.empty(), one.empty());
    for (const Point& point : found) EXPECT_TRUE(one.contains(point)) << i << ": " << to_text(point);
    points += static_cast<unsigned>(found.size());
    // The value of an expression at a point is at most its supremum.
    const LinearExpression direction = systems.expression(dimensions);
    const Supremum supremum = one.supremum(direction);
    for (const Point& point : found)
      EXPECT_TRUE(reaches_no_farther(finite(direction.at(point)), supremum)) << i << ": " << to_text(point);
  }
  EXPECT_GT(points, 1000U);
}

}  // namespace
}  // namespace assay::domain
