#include <gtest/gtest.h>

#include "core/campaign/campaign.hpp"
#include "sums/sums.hpp"

namespace assay::sums {
namespace {

TEST(SumsTest, SeesThePlantedBugAndPassesTheCleanRun) {
  const auto module = make_test_module({});
  ASSERT_TRUE(module.ok()) << module.error().text();
  const auto controls = core::check_controls(**module, {});
  ASSERT_TRUE(controls.ok()) << controls.error().text();
  ASSERT_FALSE(controls->empty());
  for (const core::ControlResult& control : *controls) EXPECT_TRUE(control.passed) << control.control;
}

TEST(SumsTest, TheConfigurationMakesTheSameModule) {
  const auto module = make_test_module({.seed = 7, .most = 9});
  ASSERT_TRUE(module.ok());
  const auto options = test_option_table().from_toml((*module)->configuration());
  ASSERT_TRUE(options.ok()) << options.error().text();
  const auto again = make_test_module(*options);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ((*again)->fingerprint(), (*module)->fingerprint());
  EXPECT_NE(make_test_module({.seed = 8, .most = 9}).value()->fingerprint(), (*module)->fingerprint());
}

}  // namespace
}  // namespace assay::sums
