#include "domain/campaign/cause.hpp"

#include <gtest/gtest.h>

namespace assay::domain {
namespace {

using LinesOfCause = std::set<std::string>;

TEST(Cause, ReasonsNameTheOracleUntilAnOperationIsFoundWrongByItself) {
  Violation violation;
  violation.oracle = "law 18";
  violation.operation = Operation::Leq;
  EXPECT_EQ(reason_of(violation), "law 18 leq");
  violation.blamed = true;
  EXPECT_EQ(reason_of(violation), "wrong leq");
}

TEST(Cause, IsTheOperationWhateverShowsThatItIsWrong) {
  EXPECT_TRUE(same_cause("points parallel-assign", "reference parallel-assign"));
  EXPECT_TRUE(same_cause("wrong leq", "reference leq"));
  EXPECT_FALSE(same_cause("wrong leq", "wrong join"));
  EXPECT_FALSE(same_cause("law 18 leq", "wrong leq")) << "another operation may have broken the law";
  EXPECT_FALSE(same_cause("law 18 leq", "law 19 leq"));
  EXPECT_TRUE(same_cause("leaks join", "leaks join"));
  EXPECT_EQ(cause_of("wrong leq"), "leq");
  EXPECT_EQ(cause_of("law 18 leq"), "law 18 leq");
}

TEST(Cause, ShapesLeaveOutHowArgumentsAreBounded) {
  EXPECT_EQ(shape_of_cause({"assume x = 0", "assume x >= 0", "law 18", "top"}, "wrong leq"),
            (LinesOfCause{"assume x ~", "top"}));
  EXPECT_EQ(shape_of_cause({"assume x >= 0", "law 18", "top"}, "law 18 leq"),
            (LinesOfCause{"assume x ~", "law 18", "top"}));
  EXPECT_EQ(shape_of_cause({"assume x = 0", "top"}, "points assume"), (LinesOfCause{"assume x = 0", "top"}));
  EXPECT_EQ(shape_of_cause({"assume x - y != 0", "join"}, "reference join"), (LinesOfCause{"assume x - y ~", "join"}));
}

}  // namespace
}  // namespace assay::domain
