// A finite domain, honest or with one bug at a time: the bug is found, and no other operation is blamed.

#include "domain/kernel/exhaustive/exhaustive.hpp"

#include <gtest/gtest.h>

#include <set>

#include "liar.hpp"

namespace assay::domain::testing {
namespace {

std::set<std::string> blamed(const ExhaustiveReport& report) {
  std::set<std::string> names;
  for (const ExhaustiveRow& row : report.rows) {
    if (row.unsound != 0) names.insert("unsound " + row.name);
    if (row.imprecise != 0) names.insert("imprecise " + row.name);
    EXPECT_EQ(row.unsound != 0, row.first_unsound.has_value()) << row.name;
    EXPECT_TRUE(row.imprecise == 0 || row.first_not_best.has_value()) << row.name;
    EXPECT_LE(row.unsound + row.best + row.imprecise, row.checked) << row.name;
  }
  return names;
}

const ExhaustiveRow& row(const ExhaustiveReport& report, std::string_view name) {
  for (const ExhaustiveRow& each : report.rows)
    if (each.name == name) return each;
  ADD_FAILURE() << "no row " << name;
  return report.rows.front();
}

TEST(DomainExhaustive, HonestIsClean) {
  Intervals domain;
  const Result<ExhaustiveReport> report = test_exhaustively(domain);
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_EQ(blamed(*report), std::set<std::string>());
  EXPECT_FALSE(report->contains_doubted);
  EXPECT_EQ(report->elements, 37U);
  EXPECT_EQ(report->values, 8U);
  EXPECT_EQ(row(*report, "join").checked, 37U * 37U);
  EXPECT_EQ(row(*report, "join").best, 37U * 37U);
  EXPECT_EQ(row(*report, "contains").checked, 37U * 8U);
  EXPECT_EQ(row(*report, "abstract").checked, 8U);
}

TEST(DomainExhaustive, OptimalityIsCountedWithoutAPromise) {
  Intervals domain;
  const Result<ExhaustiveReport> report = test_exhaustively(domain);
  ASSERT_TRUE(report);
  const ExhaustiveRow& halve = row(*report, "halve");
  EXPECT_FALSE(halve.promised);
  EXPECT_EQ(halve.imprecise, 0U);
  // Best for nothing, and for the 15 intervals that begin with 0 or 1 (halves begin with 0).
  EXPECT_EQ(halve.best, 1U + 8U + 7U);
  ASSERT_TRUE(halve.first_not_best);
  EXPECT_EQ(halve.first_not_best->text, "halve([2,2]) = [0,1]; [1,1] is smaller and enough");
}

struct Known {
  Lie lie;
  const char* blamed;
  const char* example;
};

class DomainExhaustiveLies : public ::testing::TestWithParam<Known> {};

TEST_P(DomainExhaustiveLies, AreFoundAndNothingElseIsBlamed) {
  Intervals domain(GetParam().lie);
  const Result<ExhaustiveReport> report = test_exhaustively(domain);
  ASSERT_TRUE(report);
  EXPECT_EQ(blamed(*report), std::set<std::string>{GetParam().blamed}) << to_text(*report);
  EXPECT_NE(to_text(*report).find(GetParam().example), std::string::npos) << to_text(*report);
  Intervals again(GetParam().lie);
  EXPECT_EQ(to_text(*test_exhaustively(again)), to_text(*report));
}

INSTANTIATE_TEST_SUITE_P(
    All, DomainExhaustiveLies,
    ::testing::Values(Known{Lie::TopMisses, "unsound top", "top() = [0,6] does not describe 7"},
                      Known{Lie::BottomHasOne, "imprecise bottom", "bottom() = [3,3]; none is smaller"},
                      Known{Lie::LeqTrue, "unsound leq", "leq([0,4], [1,4]) says true; look at 0"},
                      Known{Lie::LeqFalse, "imprecise leq", "leq([0,0], [0,7]) says false"},
                      Known{Lie::EqualTrue, "unsound equal", "equal([0,4], [0,5]) says true; look at 5"},
                      Known{Lie::IsBottomSingle, "unsound is-bottom", "is-bottom([0,0]) says true"},
                      Known{Lie::IsTopLarge, "unsound is-top", "is-top([1,7]) says true"},
                      Known{Lie::JoinDrops, "unsound join", "join([2,3], [0,5]) = [0,4] does not describe 5"},
                      Known{Lie::JoinTop, "imprecise join", "join([2,3], none) = [0,7]; [2,3] is smaller and enough"},
                      Known{Lie::MeetDrops, "unsound meet", "meet([2,6], [0,2]) = none does not describe 2"},
                      Known{Lie::MeetLeft, "imprecise meet", "meet([2,6], none) = [2,6]; none is smaller and enough"},
                      Known{Lie::CopyShrinks, "unsound copy", "copy([2,5]) = [2,4] does not describe 5"},
                      Known{Lie::ContainsLess, "unsound contains", "contains([1,5]) says false; look at 4"},
                      Known{Lie::ContainsMore, "imprecise contains", "contains([1,5]) says true; look at 6"},
                      Known{Lie::AbstractShifts, "unsound abstract", "abstract() = [1,1] does not describe 0"},
                      Known{Lie::PrintChanges, "unsound print", "does not describe 3"},
                      Known{Lie::AddOffByOne, "unsound add",
                            "add([1,3], [2,3]) = [3,5] does not describe 6, the result for 3 3"},
                      Known{Lie::AddTop, "imprecise add", "add([1,2], [0,0]) = [0,7]; [1,2] is smaller and enough"}));

TEST(DomainExhaustive, AWrongContainsIsDoubted) {
  Intervals domain(Lie::ContainsLess);
  const Result<ExhaustiveReport> report = test_exhaustively(domain);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->contains_doubted);
  Intervals honest_elsewhere(Lie::JoinDrops);
  EXPECT_FALSE(test_exhaustively(honest_elsewhere)->contains_doubted);
}

TEST(DomainExhaustive, OnlyTheRowsAskedForAreRun) {
  Intervals domain;
  std::vector<std::string> told;
  ExhaustiveOptions options;
  options.only = {"meet", "add"};
  options.before = [&](std::string_view name) { told.emplace_back(name); };
  const Result<ExhaustiveReport> report = test_exhaustively(domain, options);
  ASSERT_TRUE(report);
  EXPECT_EQ(told, (std::vector<std::string>{"meet", "add"}));
  EXPECT_EQ(report->rows.size(), 2U);
}

TEST(DomainExhaustive, InfiniteDomainsAreRefused) {
  Intervals wide;
  wide.changed_contract().width = 7;
  EXPECT_FALSE(test_exhaustively(wide));
  Intervals boxes;
  boxes.changed_contract().shape = Shape::Box;
  EXPECT_FALSE(test_exhaustively(boxes));
  Intervals silent;
  silent.changed_contract().operations.remove(Operation::Contains);
  EXPECT_FALSE(test_exhaustively(silent));
}

}  // namespace
}  // namespace assay::domain::testing
