#include "datalog/program/wording.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace assay::datalog {
namespace {

TEST(Wording, HasARowForEachWordingInOrder) {
  const auto rows = wording_rows();
  ASSERT_EQ(rows.size(), kWordings);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(rows[i].wording), i);
    EXPECT_GE(rows[i].ways.size(), 2U);
    EXPECT_LE(rows[i].ways.size(), 16U);  // a hexadecimal digit
  }
}

TEST(Wording, KeepsTheOtherDigits) {
  Wordings wordings = with_way(0, Wording::Storage, 2);
  wordings = with_way(wordings, Wording::Negation, 3);
  EXPECT_EQ(way_of(wordings, Wording::Storage), 2U);
  EXPECT_EQ(way_of(wordings, Wording::Negation), 3U);
  EXPECT_EQ(way_of(wordings, Wording::Arms), 0U);
  EXPECT_EQ(with_way(with_way(wordings, Wording::Storage, 0), Wording::Negation, 0), 0U);
}

TEST(Wording, NamesTheChoicesThatAreNotThePlainest) {
  EXPECT_TRUE(names_of(0).empty());
  const auto names = names_of(with_way(with_way(0, Wording::Negation, 1), Wording::Arms, 1));
  EXPECT_EQ(names, (std::vector<std::string_view>{"arms = flat", "negation = NOT IN"}));
  const auto all = wording_names();
  EXPECT_EQ(std::set<std::string_view>(all.begin(), all.end()).size(), all.size());
  EXPECT_NE(std::find(all.begin(), all.end(), "storage = view"), all.end());
}

TEST(Wording, IgnoresWaysThatDoNotExist) { EXPECT_TRUE(names_of(with_way(0, Wording::Keyword, 15)).empty()); }

}  // namespace
}  // namespace assay::datalog
