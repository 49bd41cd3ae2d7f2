// Variables that no pattern can have.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "trigger/problem/problem.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger::unmatchable_test {
namespace {

std::vector<std::string> variables_of(const std::string& assertions) {
  smt::TermStore store;
  const smt::Script script =
      read(store, "(declare-fun f (Int) Int)\n(declare-fun g (Int) Bool)\n(declare-const p Bool)\n" + assertions);
  std::vector<std::string> names;
  for (const Unmatchable& one : unmatchable(store, preprocess(store, script))) names.push_back(one.variable);
  return names;
}
std::vector<std::string> variables_of_forall(const std::string& variables, const std::string& body) {
  return variables_of("(assert (forall (" + variables + ") " + body + "))");
}

using Names = std::vector<std::string>;

TEST(Unmatchable, AreThoseThatAreOnlyCompared) {
  EXPECT_EQ(variables_of_forall("(x Int) (v Int)", "(= (f x) v)"), Names{"v"});
  EXPECT_EQ(variables_of_forall("(x Int) (v Int)", "(or (g x) (= v (f x)))"), Names{"v"});
  EXPECT_EQ(variables_of_forall("(x Int)", "(forall ((v Int)) (= v (f x)))"), Names{"v"});
  EXPECT_EQ(variables_of("(assert (not (exists ((v Int)) (not (= v 3)))))"), Names{"v"});
}

TEST(Unmatchable, AreNotThoseInsideOfFunctionsAndArithmetic) {
  EXPECT_EQ(variables_of_forall("(x Int)", "(= (f x) 0)"), Names{});
  EXPECT_EQ(variables_of_forall("(x Int) (v Int)", "(or (= (f x) v) (> v 0))"), Names{}) << "some solvers match >";
  EXPECT_EQ(variables_of_forall("(x Int) (v Int)", "(= (f x) (+ v 1))"), Names{});
}

TEST(Unmatchable, AreNotThoseThatSolversEliminateOrThatHavePatterns) {
  EXPECT_EQ(variables_of_forall("(v Int)", "(=> (= v (f 1)) (g 0))"), Names{});
  EXPECT_EQ(variables_of_forall("(v Int)", "(distinct v (f 1))"), Names{});
  EXPECT_EQ(variables_of_forall("(v Int)", "(= p (= v (f 1)))"), Names{});
  EXPECT_EQ(variables_of_forall("(v Bool)", "(= p v)"), Names{});
  EXPECT_EQ(variables_of_forall("(v Int)", "(! (= (f 0) v) :pattern ((f v)))"), Names{});
}

}  // namespace
}  // namespace assay::trigger::unmatchable_test
