#include "base/version.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace assay {
namespace {

TEST(Version, IsThreeNumbers) {
  EXPECT_TRUE(std::regex_match(std::string(version()), std::regex("[0-9]+\\.[0-9]+\\.[0-9]+"))) << version();
}

TEST(Version, CommitIsAHashOrUnknown) {
  EXPECT_TRUE(std::regex_match(std::string(commit()), std::regex("unknown|[0-9a-f]{7,40}(-dirty)?"))) << commit();
}

}  // namespace
}  // namespace assay
