#include "assay/base/check.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace assay {
namespace {

TEST(Check, PassesSilently) {
  testing::internal::CaptureStderr();
  ASSAY_CHECK(1 + 1 == 2, "arithmetic");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Check, EvaluatesItsConditionOnceAndItsMessageOnlyOnFailure) {
  int conditions = 0;
  int messages = 0;
  const auto message = [&] {
    ++messages;
    return std::string("unused");
  };
  ASSAY_CHECK(++conditions == 1, message());
  EXPECT_EQ(conditions, 1);
  EXPECT_EQ(messages, 0);
}

TEST(Check, IsOneStatement) {
  const bool chosen = true;
  if (chosen)
    ASSAY_CHECK(chosen, "taken");
  else
    FAIL() << "the else belongs to the outer if";
}

TEST(CheckDeathTest, NamesPlaceMessageAndConditionThenAborts) {
  EXPECT_EXIT(ASSAY_CHECK(2 < 1, "order is " + std::string("broken")), testing::KilledBySignal(SIGABRT),
              "check_test\\.cpp:[0-9]+: order is broken \\[2 < 1\\]");
}

}  // namespace
}  // namespace assay
