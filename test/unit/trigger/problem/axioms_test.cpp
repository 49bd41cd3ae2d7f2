// The quantified part of a script, the assertion in its text, and patterns of our own.

#include "trigger/problem/axioms.hpp"

#include <gtest/gtest.h>

#include <string>

#include "assay/smt/eval.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger::axioms_test {
namespace {

const std::string kFunctions = "(declare-fun f (Int) Int)\n(declare-const p Bool)\n";
const std::string kAxiom = "(forall ((x Int)) (> (f x) 0))";

Axioms axioms(const std::string& script, bool ground = false) {
  smt::TermStore store;
  return axioms_of(store, read(store, kFunctions + script), ground);
}

TEST(Axioms, AreTheUniversalConjuncts) {
  const Axioms found = axioms("(assert (and " + kAxiom + " p (not (exists ((x Int)) (= (f x) 3)))))\n(assert p)");
  EXPECT_EQ(found.taken, 2U);
  EXPECT_EQ(found.left_out, 2U);
}

TEST(Axioms, AreNotAGoalWithQuantifiersInside) {
  const Axioms found =
      axioms("(assert (not (=> " + kAxiom + " p)))\n(assert (or p " + kAxiom + "))\n(assert (not " + kAxiom + "))");
  EXPECT_EQ(found.taken, 0U);
  EXPECT_EQ(found.left_out, 3U);
}

TEST(Axioms, HaveFactsWhereTheyAreWanted) {
  const std::string script = "(assert (= (f 3) 4))\n(assert (or p " + kAxiom + "))";
  EXPECT_EQ(axioms(script, true).taken, 1U);
  EXPECT_EQ(axioms(script, false).taken, 0U);
}

TEST(Axioms, HaveTheFactsThatAreMadeOnceForAllChecks) {
  const std::string facts = "(assert (= (f 3) 4))\n(push 1)\n(assert (not p))\n";
  EXPECT_EQ(axioms(facts + "(check-sat)\n(pop 1)").taken, 1U);
  EXPECT_EQ(axioms(facts + "(pop 1)\n(check-sat)").taken, 0U) << "it may be the goal";
  EXPECT_EQ(axioms("(push 1)\n(pop 1)\n" + facts + "(check-sat)").taken, 1U);
  const std::string fact = "(assert (= (f 3) 4))\n", axiom = "(assert " + kAxiom + ")\n",
                    check = "(push 1)\n(check-sat)";
  EXPECT_EQ(axioms(fact + axiom + check).taken, 2U) << "goals come last";
  EXPECT_EQ(axioms(axiom + fact + check).taken, 1U) << "it may be the goal";
  EXPECT_EQ(axioms("(push 1)\n(assert (= (f 3) 4))\n(check-sat)").taken, 0U);
}

TEST(Axioms, AreSeenThroughDefinitionsAndNames) {
  const Axioms found = axioms("(define-fun axiom () Bool " + kAxiom + ")\n(assert (! axiom :named a))");
  EXPECT_EQ(found.taken, 1U);
}

TEST(Axioms, AreThoseThatAreActive) {
  EXPECT_EQ(axioms("(push 1)\n(assert " + kAxiom + ")\n(pop 1)\n(check-sat)").taken, 0U);
}

TEST(Axioms, KeepNameAndPlaceOfAWholeAssertion) {
  smt::TermStore store;
  const Axioms found = axioms_of(store, read(store, kFunctions + "(assert (! " + kAxiom + " :named big))"), false);
  const Problem problem = preprocess(store, found.script);
  ASSERT_EQ(problem.conjuncts.size(), 1U);
  EXPECT_EQ(problem.conjuncts[0].name, "big");
  EXPECT_EQ(problem.conjuncts[0].where.line, 3U);
}

std::optional<std::string> paste(const std::string& text) {
  smt::TermStore store;
  return pasted(text, read(store, text), "(assert true)\n");
}

TEST(Pasted, GoesInFrontOfTheCheck) {
  EXPECT_EQ(paste("(assert false)\n  (check-sat)\n(get-model)\n"),
            "(assert false)\n  \n(assert true)\n(check-sat)\n(get-model)\n");
  EXPECT_EQ(paste("(assert false) (check-sat) ; done"), "(assert false) \n(assert true)\n(check-sat) ; done");
}

TEST(Pasted, GoesToTheEndWhereNothingIsChecked) {
  EXPECT_EQ(paste("(assert false)"), "(assert false)\n(assert true)\n(check-sat)\n");
  EXPECT_EQ(paste("; (check-sat)\n"), "; (check-sat)\n(assert true)\n(check-sat)\n");
}

TEST(Pasted, IsNoneWhereAssertionsComeAndGo) {
  EXPECT_EQ(paste("(check-sat)\n(check-sat)\n"), std::nullopt);
  EXPECT_EQ(paste("(push 1)\n(check-sat)\n"), std::nullopt);
  EXPECT_EQ(paste("(reset)\n(check-sat)\n"), std::nullopt);
  EXPECT_EQ(paste("(declare-const p Bool)\n(check-sat-assuming (p))\n"), std::nullopt);
}

TEST(Pasted, IsNoneWhereThePlaceIsNotClear) {
  EXPECT_EQ(paste("(echo \"(check-sat)\") (check-sat)\n"), std::nullopt);
  EXPECT_EQ(paste("(\ncheck-sat)\n"), std::nullopt);
}

TEST(OwnPatterns, AreGivenToQuantifiersWithout) {
  smt::TermStore store;
  const std::string written = "(forall ((x Int)) (! (> (f (f x)) 0) :pattern ((f (f x)))))";
  const smt::Script script = with_own_patterns(
      store, read(store, kFunctions + "(assert " + kAxiom + ")\n(assert " + written + ")\n(check-sat)"));
  std::vector<std::string> assertions;
  for (const smt::JudgedAssertion& one : smt::active_assertions(script))
    assertions.push_back(smt::to_string(store, one.term));
  EXPECT_EQ(assertions, (std::vector<std::string>{"(forall ((x Int)) (! (> (f x) 0) :pattern ((f x))))", written}));
}

}  // namespace
}  // namespace assay::trigger::axioms_test
