#include "smt/solver/model_counts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::smt {
namespace {

/// A campaign of a single target with requests for models of scripts of these sizes.
struct Asked {
  std::size_t bytes;
  bool given;
  std::uint64_t count;
};
std::vector<std::string> advice(const std::vector<Asked>& asked) {
  core::CampaignRecord record;
  record.identity.targets = {{"mine", "1.0", {}, {}}};
  for (const Asked& row : asked)
    record.labels.push_back({"mine", model_measure("mine", row.bytes, row.given).first, "", row.count});
  return model_advice(record);
}

TEST(ModelCounts, ATargetThatGivesModelsForSmallScriptsOnlyIsTold) {
  const std::vector<std::string> lines =
      advice({{100, true, 60}, {300, true, 30}, {500, false, 2}, {700, false, 3}, {5000, false, 3}});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(
      lines[0],
      "mine gives models for scripts below 512 bytes (90 of 92), and none for the 6 larger ones that it calls sat: "
      "no model of these answers can be checked");
}

TEST(ModelCounts, NothingIsToldOfOthers) {
  EXPECT_TRUE(advice({{100, true, 60}, {700, true, 1}}).empty()) << "it gives all";
  EXPECT_TRUE(advice({{100, false, 60}, {700, false, 9}}).empty()) << "it gives none";
  EXPECT_TRUE(advice({{100, false, 60}, {700, true, 9}}).empty()) << "it gives some of the large ones";
  EXPECT_TRUE(advice({{100, true, 60}, {700, false, 2}}).empty()) << "too few to say";
  EXPECT_TRUE(advice({}).empty());
}

}  // namespace
}  // namespace assay::smt
