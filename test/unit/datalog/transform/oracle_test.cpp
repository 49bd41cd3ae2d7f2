// How oracles combine, and how they are carried along a flow (thesis sections 3.7.1, 3.8 and 4.4).
#include <gtest/gtest.h>

#include <set>

#include "support.hpp"

namespace assay::datalog {
namespace {

const std::vector<Oracle> kAll{Oracle::Equal, Oracle::Superset, Oracle::Subset, Oracle::Unknown};

TEST(Oracle, names_are_read_back) {
  for (const Oracle it : kAll) EXPECT_EQ(oracle(name(it)), it);
  EXPECT_EQ(oracle("sup"), std::nullopt);
  EXPECT_EQ(oracle(""), std::nullopt);
}

TEST(Oracle, combines) {
  for (const Oracle it : kAll) {
    EXPECT_EQ(combined(it, Oracle::Equal), it);
    EXPECT_EQ(combined(Oracle::Equal, it), it);
    EXPECT_EQ(combined(it, it), it);
    EXPECT_EQ(combined(it, Oracle::Unknown), Oracle::Unknown);
  }
  EXPECT_EQ(combined(Oracle::Superset, Oracle::Subset), Oracle::Unknown);
  EXPECT_EQ(combined(Oracle::Subset, Oracle::Superset), Oracle::Unknown);
}

TEST(Oracle, is_carried) {
  for (const Oracle it : kAll) {
    EXPECT_EQ(carried(it, Ancestry::None), Oracle::Equal);
    EXPECT_EQ(carried(it, Ancestry::Positive), it);
    EXPECT_EQ(carried(it, Ancestry::Unknown), it == Oracle::Equal ? Oracle::Equal : Oracle::Unknown);
  }
  EXPECT_EQ(carried(Oracle::Superset, Ancestry::Negative), Oracle::Subset);
  EXPECT_EQ(carried(Oracle::Subset, Ancestry::Negative), Oracle::Superset);
  EXPECT_EQ(carried(Oracle::Equal, Ancestry::Negative), Oracle::Equal);
  EXPECT_EQ(carried(Oracle::Unknown, Ancestry::Negative), Oracle::Unknown);
}

TEST(Registry, rows_are_found_by_name) {
  std::set<std::string_view> names;
  for (const Transformation& row : transformations()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(transformation(row.name), &row);
    EXPECT_NE(row.oracle, Oracle::Unknown) << row.name;
    EXPECT_FALSE(row.summary.empty()) << row.name;
    EXPECT_FALSE(row.source.empty()) << row.name;
    ASSERT_NE(row.apply, nullptr) << row.name;
  }
  EXPECT_EQ(transformation("nothing"), nullptr);
}

// DLSmith's names begin with the effect on the output.
TEST(Registry, prefixes_are_oracles) {
  for (const Transformation& row : transformations()) {
    const std::string_view prefix = row.name.substr(0, 4);
    EXPECT_TRUE(prefix != "EQU-" || row.oracle == Oracle::Equal) << row.name;
    EXPECT_TRUE(prefix != "EXP-" || row.oracle == Oracle::Superset) << row.name;
    EXPECT_TRUE(prefix != "CON-" || row.oracle == Oracle::Subset) << row.name;
    EXPECT_TRUE(row.family != Family::Rewrite || row.oracle == Oracle::Equal) << row.name;
  }
}

}  // namespace
}  // namespace assay::datalog
