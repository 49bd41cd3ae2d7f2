#include "assay/core/case.hpp"

#include <gtest/gtest.h>

#include <set>

namespace assay::core {
namespace {

TEST(BugKinds, HaveOneNameEach) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < all_bug_kinds().size(); ++i) {
    const BugKind kind = all_bug_kinds()[i];
    EXPECT_EQ(static_cast<std::size_t>(kind), i) << "the table follows the enumeration";
    EXPECT_TRUE(names.insert(name(kind)).second);
    EXPECT_EQ(bug_kind(name(kind)), kind);
    EXPECT_FALSE(description(kind).empty());
  }
  EXPECT_EQ(all_bug_kinds().size(), 16U);
  EXPECT_EQ(all_bug_kinds().back(), BugKind::Slow);
  EXPECT_EQ(name(BugKind::RefutationUnsound), "refutation-unsound");
}

TEST(BugKinds, AreFoundByTheirExactNameOnly) {
  EXPECT_FALSE(bug_kind("").has_value());
  EXPECT_FALSE(bug_kind("Crash").has_value());
  EXPECT_FALSE(bug_kind("crash ").has_value());
}

TEST(Cases, FindTheirFiles) {
  Case subject;
  subject.files = {{"a", "1"}, {"b", "2"}};
  ASSERT_NE(subject.file("b"), nullptr);
  EXPECT_EQ(subject.file("b")->content, "2");
  EXPECT_EQ(subject.file("c"), nullptr);
}

}  // namespace
}  // namespace assay::core
