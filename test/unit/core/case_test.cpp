#include "core/case/case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/case/severity.hpp"

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
  EXPECT_EQ(all_bug_kinds().size(), 20U);
  EXPECT_EQ(all_bug_kinds().back(), BugKind::Unstable);
  EXPECT_EQ(name(BugKind::RefutationUnsound), "refutation-unsound");
}

TEST(BugKinds, AreFoundByTheirExactNameOnly) {
  EXPECT_FALSE(bug_kind("").has_value());
  EXPECT_FALSE(bug_kind("Crash").has_value());
  EXPECT_FALSE(bug_kind("crash ").has_value());
}

TEST(Severities, PutWrongAnswersBeforeCrashesBeforeSlowOnes) {
  std::vector<BugKind> kinds = all_bug_kinds();
  std::sort(kinds.begin(), kinds.end(), is_graver);
  EXPECT_EQ(kinds.front(), BugKind::RefutationUnsound);
  EXPECT_EQ(kinds.back(), BugKind::Slow);
  EXPECT_TRUE(is_graver(BugKind::Inconsistent, BugKind::Crash));
  EXPECT_TRUE(is_graver(BugKind::Crash, BugKind::Imprecise)) << "though its kind comes later";
  EXPECT_FALSE(is_graver(BugKind::Crash, BugKind::Crash));
  std::set<std::string_view> names;
  for (const BugKind kind : kinds) names.insert(name(severity(kind)));
  EXPECT_EQ(names.size(), 5U);
  EXPECT_EQ(name(severity(BugKind::Miscompiled)), "wrong-answer");
  EXPECT_EQ(name(severity(BugKind::RejectsValid)), "failure");
}

TEST(Severities, AreInTheOrderOfTheKinds) {
  const std::map<BugKind, Severity> expected = {
      {BugKind::Imprecise, Severity::WeakAnswer},  {BugKind::Diverges, Severity::Failure},
      {BugKind::Incomplete, Severity::WeakAnswer}, {BugKind::Disagreement, Severity::DoubtfulAnswer},
      {BugKind::Crash, Severity::Failure},         {BugKind::RejectsValid, Severity::Failure},
      {BugKind::Lost, Severity::Failure},          {BugKind::Slow, Severity::Slow},
      {BugKind::Unstable, Severity::WeakAnswer},   {BugKind::Nondeterministic, Severity::DoubtfulAnswer}};
  for (const BugKind kind : all_bug_kinds()) {
    const auto other = expected.find(kind);
    EXPECT_EQ(severity(kind), other == expected.end() ? Severity::WrongAnswer : other->second) << name(kind);
  }
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
