// The shape of a program: its operations without numbers and names.
#include "domain/campaign/shape.hpp"

#include <gtest/gtest.h>

namespace assay::domain {
namespace {

using Lines = std::vector<std::string>;

Lines shape(const std::string& text, const std::vector<std::size_t>& roots = {}) {
  const Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.error().text());
  return program ? shape_of(*program, {}, roots) : Lines{};
}

TEST(DomainShape, HasNoNumbersAndNoNames) {
  const Lines one = shape("dimensions 3\na0 = top\na1 = assume a0, 2*x0 - x2 + 7 >= 0\na2 = join a0 a1\n");
  const Lines other = shape("dimensions 2\na0 = top\na1 = assume a0, -x0 + 3*x1 >= 0\na2 = join a1 a0\n");
  EXPECT_EQ(one, (Lines{"assume x - y >= 0", "join", "top"}));
  EXPECT_EQ(one, other);
}

TEST(DomainShape, TellsRelationsSumsAndDifferencesApart) {
  const auto assume = [](const std::string& constraint) {
    return shape("dimensions 4\na0 = top\na1 = assume a0, " + constraint + "\n").front();
  };
  EXPECT_EQ(assume("x0 + x1 >= 0"), "assume x + y >= 0");
  EXPECT_EQ(assume("-x0 - x1 >= 0"), "assume x + y >= 0");
  EXPECT_EQ(assume("x3 - x1 + 4 = 0"), "assume x - y = 0");
  EXPECT_EQ(assume("x0 - x1 + 2*x2 - x3 > 0"), "assume x + y + z + w > 0");
  EXPECT_EQ(assume("3 > 0"), "assume c > 0");
}

TEST(DomainShape, TheAssignedDimensionIsX) {
  const auto assign = [](const std::string& assignment) {
    return shape("dimensions 3\na0 = top\na1 = " + assignment + "\n").front();
  };
  EXPECT_EQ(assign("assign a0, x1 := x1 + 1"), "assign x := x");
  EXPECT_EQ(assign("assign a0, x1 := x0 + 1"), "assign x := y");
  EXPECT_EQ(assign("assign a0, x1 := x0 - 2*x1"), "assign x := x - y");
  EXPECT_EQ(assign("assign-expression a0, x2 := x2*x2"), "assign-expression x := (x * x)");
  EXPECT_EQ(assign("assign-expression a0, x2 := x0*x1/[1, 2]"), "assign-expression x := ((y * z) / [c, c])");
  EXPECT_EQ(assign("parallel-assign a0, x0 := x1; x1 := x0"), "parallel-assign x := y") << "once";
}

TEST(DomainShape, OfSomeStepsIsWhatTheyAreMadeFrom) {
  const std::string text =
      "dimensions 1\na0 = top\na1 = assume a0, x0 >= 0\na2 = bottom\na3 = join a0 a2\ncheck 17 a1\n";
  EXPECT_EQ(shape(text), (Lines{"assume x >= 0", "bottom", "join", "law 17", "top"}));
  EXPECT_EQ(shape(text, {3}), (Lines{"bottom", "join", "top"}));
  EXPECT_EQ(shape(text, {4}), (Lines{"assume x >= 0", "law 17", "top"}));
}

}  // namespace
}  // namespace assay::domain
