// The checks of a log: their places, names, and asserted formulas.

#include "trigger/check/checks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger::checks_test {
namespace {

std::vector<Check> checks(const std::string& text) {
  smt::TermStore store;
  return checks_of(read(store, text), text);
}

TEST(Checks, AreCountedFromOneWithTheirLines) {
  const std::vector<Check> found =
      checks("(declare-const p Bool)\n(check-sat)\n(push)\n(check-sat-assuming (p))\n(pop)\n(exit)\n(check-sat)\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].number, 1U);
  EXPECT_EQ(found[0].where.line, 2U);
  EXPECT_EQ(found[1].number, 2U);
  EXPECT_EQ(found[1].where.line, 4U);
}

TEST(Checks, AreBriefBelowASecond) {
  const std::vector<Check> found = checks(
      "(check-sat)\n(set-option :timeout 10)\n(check-sat)\n(set-option :timeout 0)\n(check-sat)\n"
      "(set-option :timeout 1000)\n(check-sat)\n");
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ((std::vector<bool>{found[0].brief, found[1].brief, found[2].brief, found[3].brief}),
            (std::vector<bool>{false, true, false, false}));
}

TEST(Checks, HaveTheVerifiersNames) {
  const std::string text =
      "(check-sat)\n"
      "(set-info :boogie-vc-id |Impl$$_module.Node.Add|)\n(check-sat)\n"
      "; ---------- first ----------\n(check-sat)\n(check-sat)\n"
      ";; Function-Def crate::test\n;; src/lib.rs:1:1: 2:2 (#0)\n(check-sat)\n"
      ";; Starting query at Foo.fst(7,2-9,10)\n(check-sat)\n"
      ";; Goal \"f'vc\"\n;; File \"f.mlw\", line 5\n(check-sat)\n";
  std::vector<std::string> labels;
  for (const Check& check : checks(text)) labels.push_back(check.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"", "Impl Node.Add", "first", "first", "crate::test", "Foo.fst(7,2-9,10)",
                                              "f'vc"}));
}

TEST(Checks, HaveTheAssertionsOfTheirLevels) {
  const std::string text =
      "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(assert a)\n(check-sat)\n"
      "(push)(assert b)(check-sat)(pop)\n(assert c)(check-sat)\n(reset)(declare-const d Bool)(assert d)(check-sat)\n";
  smt::TermStore store;
  const smt::Script script = read(store, text);
  std::vector<std::string> asserted;
  for (const Check& check : checks_of(script, text)) {
    std::string all;
    for (const smt::JudgedAssertion& one : smt::active_assertions(script_at(script, check)))
      all += smt::to_string(store, one.term);
    asserted.push_back(all);
  }
  EXPECT_EQ(asserted, (std::vector<std::string>{"a", "ab", "ac", "d"}));
}

}  // namespace
}  // namespace assay::trigger::checks_test
