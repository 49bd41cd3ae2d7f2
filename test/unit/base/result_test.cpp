#include "assay/base/result.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <string>

namespace assay {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{"odd number", "give an even one"};
  return n / 2;
}

TEST(Result, HoldsAValue) {
  const Result<int> result = half(42);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), 21);
  EXPECT_EQ(*result, 21);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = half(7);
  ASSERT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().message, "odd number");
  EXPECT_EQ(result.error().text(), "odd number (give an even one)");
}

TEST(Result, AnErrorWithoutAdviceIsItsMessage) { EXPECT_EQ((Error{"disk full", ""}.text()), "disk full"); }

TEST(Result, AnErrorIsNotAValueEvenWhereTheValueIsAText) {
  const Result<std::string> bad = Error{"no such file", ""};
  const Result<std::string> good = std::string("no such file");
  EXPECT_FALSE(bad.ok());
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(good->size(), 12U);
}

TEST(Result, MovesAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(result);
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, AValueMayBeChangedInPlace) {
  Result<std::string> result = std::string("a");
  *result += "b";
  result->push_back('c');
  EXPECT_EQ(result.value(), "abc");
}

TEST(Result, StatusIsSuccessUnlessItHoldsAnError) {
  const Status good;
  const Status bad = Error{"read-only folder", ""};
  EXPECT_TRUE(good.ok());
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "read-only folder");
}

TEST(ResultDeathTest, TheMissingPartIsABrokenInvariant) {
  const Result<int> bad = half(7);
  const Result<int> good = half(8);
  const Status success;
  EXPECT_EXIT(static_cast<void>(bad.value()), testing::KilledBySignal(SIGABRT), "value\\(\\) of an error: odd number");
  EXPECT_EXIT(static_cast<void>(good.error()), testing::KilledBySignal(SIGABRT), "error\\(\\) of a value");
  EXPECT_EXIT(static_cast<void>(success.error()), testing::KilledBySignal(SIGABRT), "error\\(\\) of a success");
}

}  // namespace
}  // namespace assay
