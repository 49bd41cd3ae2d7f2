#include "core/target/change.hpp"

#include <gtest/gtest.h>

namespace assay::core {
namespace {

constexpr SlowRule kTenTimes{10, 1};

ComparedRun answered(std::vector<std::string> answers, double cpu_seconds = 0.1) {
  return {std::move(answers), "", "", cpu_seconds};
}
ComparedRun ended(const std::string& ending, std::vector<std::string> answers = {}) {
  return {std::move(answers), ending, "", 5};
}
Change change(const ComparedRun& before, const ComparedRun& now) { return change_between(before, now, kTenTimes); }

TEST(ChangeBetween, ComparesEachAnswer) {
  EXPECT_EQ(change(answered({"sat"}), answered({"sat"})), Change::Same);
  EXPECT_EQ(change(answered({"sat"}), answered({"unsat"})), Change::Contradicts);
  EXPECT_EQ(change(answered({"sat", "unsat"}), answered({"sat", "sat"})), Change::Contradicts);
  EXPECT_EQ(change(answered({"sat", "unsat"}), ended("timeout", {"unsat"})), Change::Contradicts) << "not only lost";
  EXPECT_EQ(change(ended("unknown", {"", "sat"}), ended("unknown", {"unsat", ""})), Change::Lost) << "and gained";
}

TEST(ChangeBetween, AMissingAnswerIsLostOrGained) {
  EXPECT_EQ(change(answered({"unsat"}), ended("unknown", {""})), Change::Lost);
  EXPECT_EQ(change(answered({"unsat"}), ended("timeout")), Change::Lost);
  EXPECT_EQ(change(answered({"sat", "unsat"}), ended("crash", {"sat"})), Change::Lost);
  EXPECT_EQ(change(ended("timeout"), answered({"sat"})), Change::Gained);
  EXPECT_EQ(change(ended("timeout"), ended("crash")), Change::Same) << "no answer before or now";
}

TEST(ChangeBetween, TimesCountByTheRuleAndOnlyBetweenAnswers) {
  EXPECT_EQ(change(answered({"sat"}, 0.2), answered({"sat"}, 2.5)), Change::Slower);
  EXPECT_EQ(change(answered({"sat"}, 2.5), answered({"sat"}, 0.2)), Change::Faster);
  EXPECT_EQ(change(answered({"sat"}, 0.5), answered({"sat"}, 2.5)), Change::Same) << "five times";
  EXPECT_EQ(change(answered({"sat"}, 0.01), answered({"sat"}, 0.9)), Change::Same) << "90 times, but below a second";
  EXPECT_EQ(change({{""}, "unknown", "", 0.1}, {{""}, "unknown", "", 9}), Change::Same);
}

TEST(ChangeBetween, TheTimeOfAStartIsLeftOut) {
  ComparedRun one = answered({"sat"}, 0.2), other = answered({"sat"}, 1.5);
  EXPECT_EQ(change(one, other), Change::Same) << "less than ten times";
  one.start_seconds = 0.1;
  EXPECT_EQ(change(one, other), Change::Slower);
  other.start_seconds = 1.3;
  EXPECT_EQ(change(one, other), Change::Same);
}

TEST(ChangeBetween, ValuesMustAgreeWhereBothHaveSome) {
  ComparedRun six = answered({"sat"}), seven = six, none = six;
  six.values = {"6"};
  seven.values = {"7"};
  EXPECT_EQ(change(six, six), Change::Same);
  EXPECT_EQ(change(six, seven), Change::Contradicts);
  EXPECT_EQ(change(six, none), Change::Same);
}

TEST(ChangeBetween, ARefusedInputIsNotComparable) {
  EXPECT_EQ(change(answered({"sat"}), {{}, "", "unknown logic", 0}), Change::NotComparable);
  EXPECT_EQ(change({{}, "", "unknown logic", 0}, answered({"sat"})), Change::NotComparable);
}

TEST(ChangeBetween, RejectedPartsMustBeTheSame) {
  ComparedRun one = answered({"sat"}), other = answered({"unsat"});
  one.rejected = other.rejected = {"line 3 column 2"};
  EXPECT_EQ(change(one, other), Change::Contradicts);
  other.rejected = {"line 5 column 2"};
  EXPECT_EQ(change(one, other), Change::NotComparable);
  EXPECT_EQ(change(one, answered({"sat"})), Change::NotComparable);
}

}  // namespace
}  // namespace assay::core
