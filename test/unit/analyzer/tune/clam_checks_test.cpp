#include "analyzer/tune/run/clam_checks.hpp"

#include <gtest/gtest.h>

namespace assay::analyzer::tune::clam {
namespace {

using Numbers = std::set<std::size_t>;

TEST(ClamChecks, TheListOfAssertionsIsReadAndEqualOnesAreToldApart) {
  const Result<std::vector<CheckKey>> checks = read_assertions(
      "assertion\tf\ta.c\t7\tDivByZeroError\n"
      "assertion\tf\t\t0\tDivByZeroError\n"
      "assertion\tf\ta.c\t7\tDivByZeroError\n"
      "assertion\tg\ta.c\t7\tDivByZeroError\n",
      "whole.bc");
  ASSERT_TRUE(checks.ok()) << checks.error().text();
  ASSERT_EQ(checks->size(), 4U);
  EXPECT_EQ((*checks)[0], (CheckKey{"a.c", "f", 7, "DivByZeroError", ""}));
  EXPECT_EQ((*checks)[1], (CheckKey{"whole.bc", "f", 0, "DivByZeroError", ""}));
  EXPECT_EQ((*checks)[2], (CheckKey{"a.c", "f", 7, "DivByZeroError", "2"}));
  EXPECT_EQ((*checks)[3], (CheckKey{"a.c", "g", 7, "DivByZeroError", ""}));
}

TEST(ClamChecks, WhatIsNoListIsAnError) {
  const Result<std::vector<CheckKey>> problem = read_assertions("problem\tthere is no function f\n", "a.bc");
  ASSERT_FALSE(problem.ok());
  EXPECT_NE(problem.error().text().find("there is no function f"), std::string::npos);
  for (const char* answer : {"assertion\tf\ta.c\tseven\terror\n", "assertion\tf\n", "judged\t1\t2\n"})
    EXPECT_FALSE(read_assertions(answer, "a.bc").ok()) << answer;
  EXPECT_TRUE(read_assertions("", "a.bc").ok());
}

/// As clam prints it (dev14).
constexpr const char* kCrabIr =
    "main declare main()\n"
    "_1:\n"
    "  x = 0;\n"
    "  goto _2;\n"
    "_2:\n"
    "  // loc(file=assay-checks line=3 col=0) id=1 Result:  OK\n"
    "  assert(false);\n"
    "\n"
    "_3:\n"
    "  // loc(file=assay-checks line=12 col=0) id=2 Result:  FAIL -- num of warnings=1 \n"
    "  assert(x-1 <= 0);\n"
    "  // loc(file=none line=-1 col=-1) id=3 Result:  OK\n"
    "  assert(x <= 0);\n"
    "  // loc(file=assay-checks line=0 col=0) id=4 Result:  OK\n"
    "  assert(x <= 0);\n";

TEST(ClamChecks, ResultsAreReadByNumber) {
  ProvedAndAlarms said;
  read_crabir(kCrabIr, said);
  EXPECT_EQ(said.proved, Numbers{3});
  EXPECT_EQ(said.alarms, Numbers{12});
  read_crabir("", said);
  read_crabir("// loc(file=assay-checks line=5", said);
  EXPECT_EQ(said.proved, Numbers{3});
}

TEST(ClamChecks, ACopiedCheckIsProvedWhenAllCopiesAre) {
  const std::string ok = "  // loc(file=assay-checks line=1 col=0) id=1 Result:  OK\n";
  const std::string not_ok = "  // loc(file=assay-checks line=1 col=0) id=2 Result:  FAIL -- num of warnings=1 \n";
  const std::vector<std::string> orders = {ok + not_ok, not_ok + ok};
  for (const std::string& text : orders) {
    ProvedAndAlarms said;
    read_crabir(text, said);
    EXPECT_TRUE(said.proved.empty());
    EXPECT_EQ(said.alarms, Numbers{1});
  }
}

TEST(ClamChecks, WhatAnAnalyzedFunctionDoesNotListIsDeadAndWhatWasNotAnalyzedIsAnAlarm) {
  const std::vector<CheckKey> checks = {
      {"a.c", "f", 1, "z", ""}, {"a.c", "f", 2, "y", ""}, {"a.c", "f", 3, "x", ""}, {"a.c", "g", 4, "w", ""}};
  const std::map<std::string, std::string> crabir = {
      {"f",
       "// loc(file=assay-checks line=1 col=0) id=1 Result:  OK\n"
       "// loc(file=assay-checks line=3 col=0) id=2 Result:  FAIL -- num of warnings=1 \n"}};
  const Outcome outcome = outcome_of(crabir, checks, {});
  EXPECT_EQ(outcome.status, Outcome::Status::Done);
  EXPECT_EQ(outcome.proved, std::vector<CheckKey>{checks[0]});
  EXPECT_EQ(outcome.dead, std::vector<CheckKey>{checks[1]});
  EXPECT_EQ(outcome.alarms, (std::vector<CheckKey>{checks[2], checks[3]}));
  const Outcome of_g = outcome_of(crabir, checks, "g");
  EXPECT_TRUE(of_g.proved.empty());
  EXPECT_TRUE(of_g.dead.empty());
  EXPECT_EQ(of_g.alarms, std::vector<CheckKey>{checks[3]});
}

}  // namespace
}  // namespace assay::analyzer::tune::clam
