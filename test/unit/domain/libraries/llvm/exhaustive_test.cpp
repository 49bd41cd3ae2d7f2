// LLVM's domains, all of them at small widths: sound, and as precise as promised.

#include "domain/kernel/exhaustive/exhaustive.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>

#include "domain/libraries/llvm/llvm.hpp"

namespace assay::domain::testing {
namespace {

struct Subject {
  const char* name;
  DomainFactory (*make)(unsigned width);
  unsigned width;
};
std::ostream& operator<<(std::ostream& out, const Subject& subject) {
  return out << subject.name << "@" << subject.width;
}

/// The bugs of LLVM 14.0. Remove a row when the library that the tests link has fixed the bug.
struct KnownBug {
  const char* domain;  ///< Contract::name
  const char* row;
  const char* what;
};
constexpr KnownBug kKnownBugs[] = {
    // For a full range as divisor, the largest number (0) is taken for positive.
    {"llvm:ConstantRange@1", "sdiv", "divides by zero: https://github.com/llvm/llvm-project/issues/56333"},
    // -1 is 1 there, and is taken for it: (-1) * (-1) is 1, which one signed bit does not hold. Later versions look for
    // -1 first.
    {"llvm:ConstantRange@1", "wraps-mul-nsw", "says that no product wraps around"},
    // From 0 to the larger of -(-1) and 0, which is 1: its successor is 0 again, and [0, 0) is the empty range.
    {"llvm:ConstantRange@1", "abs", "of everything is nothing"},
};

/// The operations and transformers of a domain, without rows of kKnownBugs.
std::vector<std::string> healthy_rows(const Domain& domain) {
  std::vector<std::string> rows;
  for (unsigned i = 0; i < kOperations; ++i) rows.emplace_back(name(static_cast<Operation>(i)));
  for (const ValueTransformer& each : domain.transformers()) rows.emplace_back(each.name);
  for (const KnownBug& bug : kKnownBugs)
    if (domain.contract().name == bug.domain) std::erase(rows, bug.row);
  return rows;
}

class DomainLlvmExhaustive : public ::testing::TestWithParam<Subject> {};

TEST_P(DomainLlvmExhaustive, SoundAndAsPreciseAsPromised) {
  const std::unique_ptr<Domain> domain = GetParam().make(GetParam().width)(1);
  ExhaustiveOptions options;
  options.only = healthy_rows(*domain);
  const Result<ExhaustiveReport> report = test_exhaustively(*domain, options);
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_EQ(report->unsound(), 0U) << to_text(*report);
  EXPECT_EQ(report->imprecise(), 0U) << to_text(*report);
  EXPECT_FALSE(report->contains_doubted);
  EXPECT_GT(report->rows.size(), 40U);
}

INSTANTIATE_TEST_SUITE_P(Small, DomainLlvmExhaustive,
                         ::testing::Values(Subject{"ConstantRange", llvm_constant_range, 1},
                                           Subject{"ConstantRange", llvm_constant_range, 2},
                                           Subject{"ConstantRange", llvm_constant_range, 3},
                                           Subject{"ConstantRange", llvm_constant_range, 4},
                                           Subject{"KnownBits", llvm_known_bits, 1},
                                           Subject{"KnownBits", llvm_known_bits, 2},
                                           Subject{"KnownBits", llvm_known_bits, 3},
                                           Subject{"KnownBits", llvm_known_bits, 4}));

TEST(DomainLlvmDeathTest, OneBitDivisionCrashes) {
  const std::unique_ptr<Domain> domain = llvm_constant_range(1)(1);
  ExhaustiveOptions options;
  options.only = {"sdiv"};
  // A sanitizer takes the signal and ends the process itself.
  const auto dies = [](int status) { return !WIFEXITED(status) || WEXITSTATUS(status) != 0; };
  EXPECT_EXIT((void)test_exhaustively(*domain, options), dies, "")
      << "LLVM has it right now: take the row out of kKnownBugs";
}

/// The first unsound result of a row of ConstantRange at one bit.
std::string first_unsound(const std::string& row) {
  const std::unique_ptr<Domain> domain = llvm_constant_range(1)(1);
  ExhaustiveOptions options;
  options.only = {row};
  const Result<ExhaustiveReport> report = test_exhaustively(*domain, options);
  if (!report || report->unsound() == 0) return "LLVM has it right now: take the row out of kKnownBugs";
  return report->rows[0].first_unsound->text;
}

TEST(DomainLlvm, OneBitResultsLoseValues) {
  EXPECT_EQ(first_unsound("wraps-mul-nsw"),
            "wraps-mul-nsw([-1,0), [-1,0)) = empty-set does not describe 1, the result for 1 1");
  EXPECT_EQ(first_unsound("abs"), "abs(full-set) = empty-set does not describe 0, the result for 0");
}

TEST(DomainLlvm, ElementsAreAllThereAreAndOnce) {
  for (unsigned width = 1; width <= 5; ++width) {
    const std::unique_ptr<Domain> ranges = llvm_constant_range(width)(1);
    const std::size_t values = std::size_t{1} << width;
    EXPECT_EQ(ranges->all_elements().size(), values * (values - 1) + 2);
    std::size_t powers = 1;
    for (unsigned i = 0; i < width; ++i) powers *= 3;
    EXPECT_EQ(llvm_known_bits(width)(1)->all_elements().size(), powers + 1);
  }
  EXPECT_TRUE(llvm_constant_range(64)(1)->all_elements().empty());
  EXPECT_TRUE(llvm_known_bits(64)(1)->all_elements().empty());
}

TEST(DomainLlvm, ContractsSayWhatTheyAre) {
  const std::unique_ptr<Domain> ranges = llvm_constant_range(4)(1);
  EXPECT_EQ(ranges->contract().name, "llvm:ConstantRange@4");
  EXPECT_EQ(ranges->contract().version.substr(0, 3), "14.");
  EXPECT_FALSE(ranges->contract().lattice);
  const std::unique_ptr<Domain> bits = llvm_known_bits(64)(1);
  EXPECT_EQ(bits->contract().name, "llvm:KnownBits@64");
  EXPECT_TRUE(bits->contract().lattice);
  for (const auto& domain : {ranges.get(), bits.get()}) {
    std::vector<std::string_view> names;
    for (const ValueTransformer& transformer : domain->transformers()) names.push_back(transformer.name);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << "programs name transformers";
  }
}

TEST(DomainLlvm, PointsOutsideOfTheWidthAreInNoElement) {
  for (const auto& make : {llvm_constant_range, llvm_known_bits}) {
    const std::unique_ptr<Domain> domain = make(4)(1);
    const ElementPtr top = domain->top();
    EXPECT_TRUE(domain->contains(*top, {Rational(15)}));
    EXPECT_FALSE(domain->contains(*top, {Rational(16)}));
    EXPECT_FALSE(domain->contains(*top, {Rational(-1)}));
    EXPECT_FALSE(domain->contains(*top, {Rational(1, 2)}));
    EXPECT_TRUE(domain->is_bottom(*domain->abstract({Rational(-1)})));
  }
}

TEST(DomainLlvm, ElementsPrint) {
  const std::unique_ptr<Domain> bits = llvm_known_bits(4)(1);
  const ElementPtr five = bits->abstract({Rational(5)});
  const ElementPtr seven = bits->abstract({Rational(7)});
  EXPECT_EQ(bits->print(*bits->join(*five, *seven)), "01?1");
  EXPECT_EQ(bits->print(*bits->meet(*five, *seven)), "none");
  const std::unique_ptr<Domain> ranges = llvm_constant_range(4)(1);
  const ElementPtr two = ranges->abstract({Rational(2)});
  const ElementPtr six = ranges->abstract({Rational(6)});
  EXPECT_EQ(ranges->print(*ranges->join(*two, *six)), "[2,7)");
  EXPECT_EQ(ranges->print(*ranges->meet(*two, *six)), "empty-set");
}

}  // namespace
}  // namespace assay::domain::testing
