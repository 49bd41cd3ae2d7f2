#include "smt/rules/rule_proof.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "smt/rules/rule_index.hpp"

namespace assay::smt {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kInts = "(declare-const a Int)(declare-const b Int)(declare-const c Int)(declare-const q Bool)";

bool refuted(const std::string& text, const Names& rules) {
  TermStore store;
  const auto script = parse_script(store, kInts + text + "(check-sat)", "test");
  EXPECT_TRUE(script.ok()) << text;
  std::vector<TermId> formulas;
  for (const JudgedAssertion& active : active_assertions(*script)) formulas.push_back(active.term);
  return refuted_by_rules(store, formulas, rules);
}

// INT-SUB-ADD: (= (- x y) r) exactly when (= x (+ r y)).
TEST(RuleProofs, FindInstancesInAnyOrderAndAmongOthers) {
  EXPECT_TRUE(refuted("(assert (= a (+ c b)))(assert (> a 3))(assert (not (= (- a b) c)))", {"INT-SUB-ADD"}));
  EXPECT_TRUE(refuted("(assert (and (> a 3) (= (* a b) (+ 7 (abs b)))))(assert (not (= (- (* a b) (abs b)) 7)))",
                      {"INT-SUB-ADD"}));
}

TEST(RuleProofs, RefuseWhatIsNoInstance) {
  EXPECT_FALSE(refuted("(assert (= a (+ c b)))", {"INT-SUB-ADD"}));
  EXPECT_FALSE(refuted("(assert (= a (+ c b)))(assert (not (= (- a b) b)))", {"INT-SUB-ADD"}));
  EXPECT_FALSE(refuted("(assert (= a (+ c b)))(assert (= (- a b) c))", {"INT-SUB-ADD"}));
  EXPECT_FALSE(refuted("(assert (= a (+ c b)))(assert (not (= (- a b) c)))", {"INT-SUB-NEG"}));
  EXPECT_FALSE(refuted("(assert (= a (+ c b)))(assert (not (= (- a b) c)))", {}));
  EXPECT_FALSE(refuted("(assert (= a (+ c b)))(assert (not (= (- a b) c)))", {"NO-SUCH-RULE"}));
}

// INT-TIMES-CANCEL: only for z other than zero.
TEST(RuleProofs, NeedTheSideCondition) {
  const std::string without = "(assert (not (= (* a c) (* b c))))(assert (= a b))";
  EXPECT_FALSE(refuted(without, {"INT-TIMES-CANCEL"}));
  EXPECT_TRUE(refuted(without + "(assert (distinct c 0))", {"INT-TIMES-CANCEL"}));
}

TEST(RuleProofs, ExpandDefinitionsAssumptionsAndEquations) {
  EXPECT_TRUE(
      refuted("(define-fun d ((x Int)) Int (+ x b))(define-fun e () Bool (= (- a b) c))"
              "(assert (! (not e) :named n))(assert (= a (d c)))",
              {"INT-SUB-ADD"}));
  EXPECT_TRUE(refuted("(assert q)(assert (=> q (= a (+ c b))))(assert (not (= (- a b) c)))", {"INT-SUB-ADD"}));
  EXPECT_FALSE(refuted("(assert (=> q (= a (+ c b))))(assert (not (= (- a b) c)))", {"INT-SUB-ADD"}));
  EXPECT_TRUE(
      refuted("(declare-const k Int)(assert (= (* b b) k))(assert (= a (+ c k)))"
              "(assert (not (= (- a (* b b)) c)))",
              {"INT-SUB-ADD"}));
}

// For any number of equations in between, and anywhere in a term.
TEST(RuleProofs, TakeEqualTermsForEachOther) {
  const std::string names = "(declare-const k Int)(declare-const l Int)(declare-const m Int)";
  const std::string chain = "(assert (= k (* b b)))(assert (= l (+ c k)))(assert (= m l))";
  const std::string denied = "(assert (not (= (- a (* b b)) c)))";
  EXPECT_TRUE(refuted(names + chain + "(assert (= a m))" + denied, {"INT-SUB-ADD"}));
  EXPECT_FALSE(refuted(names + chain + denied, {"INT-SUB-ADD"})) << "nothing says what a is";
  const std::string below = names + "(assert (= a (+ c (abs (* k l)))))(assert (not (= (- a (abs (* b m))) c)))";
  EXPECT_TRUE(refuted(below + "(assert (= k b))(assert (= m l))", {"INT-SUB-ADD"}));
  EXPECT_FALSE(refuted(below + "(assert (= k b))", {"INT-SUB-ADD"}));
  EXPECT_FALSE(refuted(below + "(assert (= k b))(assert (=> q (= m l)))", {"INT-SUB-ADD"})) << "q may be false";
  EXPECT_FALSE(refuted(below + "(assert (or (= k b) q))(assert (= m l))", {"INT-SUB-ADD"}));
}

// In (exists ((y Int)) ...), each y is another variable.
TEST(RuleProofs, DoNotTakeBoundVariablesForTerms) {
  EXPECT_FALSE(refuted("(assert (exists ((y Int)) (= a (+ c y))))(assert (not (exists ((y Int)) (= (- a y) c))))",
                       {"INT-SUB-ADD"}));
}

// f's own y would take the y of the argument: (f y) is true of every y, (g y) of none.
TEST(RuleProofs, ExpandNoDefinitionWhoseBinderWouldTakeAnArgumentsVariable) {
  const std::string functions =
      "(define-fun f ((x Int)) Bool (exists ((y Int)) (= y (- x 1))))"
      "(define-fun g ((x Int)) Bool (exists ((y Int)) (= y (- y 1))))";
  const auto twice_not = [&](const std::string& left, const std::string& right) {
    return functions + "(assert (not (= (not (not (forall ((y Int)) (" + left + " y)))) (forall ((y Int)) (" + right +
           " y)))))";
  };
  EXPECT_FALSE(refuted(twice_not("f", "g"), {"CORE-V-NOT-NOT"}));
  EXPECT_TRUE(refuted(twice_not("f", "f"), {"CORE-V-NOT-NOT"}));
}

TEST(RuleIndex, KnowsWhatRowsNeed) {
  const auto& all = builtin_rule_needs();
  EXPECT_GT(all.size(), 1000U);
  std::size_t rewriting = 0;
  for (const RuleNeeds& needs : all) {
    EXPECT_EQ(find_builtin_rule(needs.text->name), needs.text);
    rewriting += needs.of_sort ? 1 : 0;
    if (needs.text->name != "INT-SUB-ADD") continue;
    EXPECT_EQ(needs.sorts, Names{"Int"});
    EXPECT_TRUE(needs.declares.empty());
    EXPECT_TRUE(needs.equals.empty());
  }
  EXPECT_GT(rewriting, 100U);
}

// Each row's contradiction, written as it stands, is proved by its own name; without its first part it is not.
TEST(RuleProofs, ProveEveryRowsOwnContradiction) {
  TermStore store;
  for (const RuleNeeds& needs : builtin_rule_needs()) {
    const auto rule = make_rule(store, *needs.text);
    ASSERT_TRUE(rule.ok()) << needs.text->name;
    std::vector<TermId> pieces = contradiction_of(store, *rule);
    ASSERT_TRUE(refuted_by_rules(store, pieces, {needs.text->name})) << needs.text->name;
    pieces.erase(pieces.begin());
    ASSERT_FALSE(refuted_by_rules(store, pieces, {needs.text->name})) << needs.text->name;
  }
}

}  // namespace
}  // namespace assay::smt
