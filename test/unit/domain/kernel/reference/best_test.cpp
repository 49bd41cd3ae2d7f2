#include <gtest/gtest.h>

#include "unit/domain/kernel/reference/systems.hpp"

namespace assay::domain {
namespace {

std::optional<Gap> gap(Shape shape, bool strict, Polyhedron result, Polyhedron first, Polyhedron second) {
  std::vector<Polyhedron> exact;
  exact.push_back(std::move(first));
  exact.push_back(std::move(second));
  return find_gap(shape, strict, result, exact);
}

TEST(Directions, OfEachShape) {
  EXPECT_EQ(directions(Shape::Box, 3).size(), 6U);
  EXPECT_EQ(directions(Shape::Differences, 3).size(), 12U);
  EXPECT_EQ(directions(Shape::Octagon, 3).size(), 18U);
  EXPECT_TRUE(directions(Shape::Polyhedron, 3).empty());
  EXPECT_TRUE(directions(Shape::Value, 1).empty());
}

TEST(FindGap, ABestJoinHasNone) {
  EXPECT_FALSE(gap(Shape::Box, false, polyhedron(1, {"x0 >= 0", "5 - x0 >= 0"}),
                   polyhedron(1, {"x0 >= 0", "1 - x0 >= 0"}), polyhedron(1, {"x0 - 5 = 0"})));
  EXPECT_FALSE(
      gap(Shape::Box, false, polyhedron(1, {"x0 - 5 = 0"}), polyhedron(1, {"-1 >= 0"}), polyhedron(1, {"x0 - 5 = 0"})));
  EXPECT_FALSE(gap(Shape::Box, false, polyhedron(1, {"-1 >= 0"}), polyhedron(1, {"-1 >= 0"}),
                   polyhedron(1, {"x0 > 0", "-x0 > 0"})));
}

TEST(FindGap, TooLargeIsImprecise) {
  const auto found = gap(Shape::Octagon, false, polyhedron(2, {"x0 >= 0", "1 - x0 >= 0", "x1 >= 0", "1 - x1 >= 0"}),
                         polyhedron(2, {"x0 = 0", "x1 = 0"}), polyhedron(2, {"x0 - 1 = 0", "x1 - 1 = 0"}));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->unsound);
  EXPECT_EQ(to_text(*found), "sup -x0 + x1 is 1, but the best is 0");
}

TEST(FindGap, TooSmallIsUnsound) {
  const auto found = gap(Shape::Box, false, polyhedron(1, {"x0 >= 0"}), polyhedron(1, {"x0 + 1 >= 0"}),
                         polyhedron(1, {"x0 - 1 >= 0"}));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->unsound);
  EXPECT_EQ(to_text(*found), "sup -x0 is 0, but it must be at least 1");
  EXPECT_TRUE(gap(Shape::Box, false, polyhedron(1, {"-1 >= 0"}), polyhedron(1, {"x0 = 0"}), polyhedron(1, {"x0 = 0"}))
                  ->unsound);
}

TEST(FindGap, OpenEndsCountOnlyWhereTheDomainHasThem) {
  const auto open = [] { return polyhedron(1, {"x0 > 0", "1 - x0 > 0"}); };
  const auto closed = [] { return polyhedron(1, {"x0 >= 0", "1 - x0 >= 0"}); };
  EXPECT_FALSE(gap(Shape::Box, false, closed(), open(), open()));
  EXPECT_TRUE(gap(Shape::Box, true, closed(), open(), open()));
  EXPECT_FALSE(gap(Shape::Box, true, closed(), open(), closed()));
}

}  // namespace
}  // namespace assay::domain
