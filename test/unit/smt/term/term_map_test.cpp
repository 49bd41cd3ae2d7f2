#include "smt/term/term_map.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

TEST(TermMaps, KeepWhatIsThereUnlessToldOtherwise) {
  TermMap map{{TermId{0}, TermId{7}}};
  EXPECT_FALSE(map.contains(TermId{7}));
  EXPECT_FALSE(map.find(TermId{7}).has_value());
  map.emplace(TermId{0}, TermId{8});
  EXPECT_EQ(map.at(TermId{0}), TermId{7});
  map.set(TermId{0}, TermId{0});
  EXPECT_EQ(map.find(TermId{0}), TermId{0});
  for (std::uint32_t i = 1; i < 1000; ++i) map.emplace(TermId{i << 20}, TermId{i});
  for (std::uint32_t i = 1; i < 1000; ++i) EXPECT_EQ(map.at(TermId{i << 20}), TermId{i});
  EXPECT_EQ(map.size(), 1000U);
}

TEST(TermSets, SayWhatIsNew) {
  TermSet set;
  EXPECT_TRUE(set.insert(TermId{3}));
  EXPECT_FALSE(set.insert(TermId{3}));
  EXPECT_TRUE(set.contains(TermId{3}));
  EXPECT_FALSE(set.contains(TermId{4}));
}

}  // namespace
}  // namespace assay::smt
