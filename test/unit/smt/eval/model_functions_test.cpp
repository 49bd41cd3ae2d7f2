#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/smt/eval/reading.hpp"

// Functions of models under quantifiers over too many values: solutions of Horn clauses are of this kind.

namespace assay::smt {
namespace {

std::vector<std::string> verdicts(const std::string& script, const std::string& model) {
  Scene scene(script, model);
  std::vector<std::string> all;
  for (const Command& command : scene.script.commands)
    if (command.kind == CommandKind::Assert) all.push_back(scene.verdict(all.size()));
  return all;
}
using Verdicts = std::vector<std::string>;

constexpr const char* kReach =
    "(declare-fun reach (Int Int) Bool)(declare-fun big (Int) Bool)"
    "(assert (forall ((x Int)) (=> (= x 0) (reach x 1))))"
    "(assert (forall ((x Int) (y Int)) (=> (and (reach x y) (big y)) (reach (+ x 1) (+ y 1)))))"
    "(assert (forall ((x Int) (y Int)) (=> (and (reach x y) (< y 1)) false)))";

TEST(ModelFunctions, OfHornClausesAreUnfolded) {
  EXPECT_EQ(verdicts(kReach,
                     "((define-fun reach ((a Int) (b Int)) Bool (>= b 1))"
                     "(define-fun big ((a Int)) Bool (>= a 0)))"),
            (Verdicts{"true", "true", "true"}));
  EXPECT_EQ(verdicts(kReach, "((define-fun reach ((a Int) (b Int)) Bool true) (define-fun big ((a Int)) Bool false))"),
            (Verdicts{"true", "true", "false"}))
      << "definitions that ignore their variables";
  EXPECT_EQ(verdicts(kReach,
                     "((define-fun reach ((a Int) (b Int)) Bool (>= b 1))"
                     "(define-fun big ((a Int)) Bool (< a 1000000)))"),
            (Verdicts{"true", "true", "true"}));
  EXPECT_EQ(verdicts(kReach,
                     "((define-fun reach ((a Int) (b Int)) Bool (and (>= b 1) (< b 700000)))"
                     "(define-fun big ((a Int)) Bool (>= a 0)))"),
            (Verdicts{"true", "false", "true"}))
      << "the counterexample 699999 follows from arithmetic, not from a guess";
}

TEST(ModelFunctions, CallOthersAndUseMod) {
  const std::string script =
      "(declare-fun even (Int) Bool)"
      "(assert (even 0))"
      "(assert (forall ((x Int)) (=> (even x) (even (+ x 2)))))"
      "(assert (forall ((x Int)) (=> (and (even x) (= (mod x 2) 1)) false)))";
  EXPECT_EQ(verdicts(script,
                     "((define-fun half ((x Int)) Int (div x 2))"
                     "(define-fun even ((x Int)) Bool (let ((h (half x))) (= x (* 2 h)))))"),
            (Verdicts{"true", "true", "true"}));
  EXPECT_EQ(verdicts(script, "((define-fun even ((x Int)) Bool (= (mod x 3) 0)))"),
            (Verdicts{"true", "false", "false"}));
}

TEST(ModelFunctions, OfOtherSorts) {
  EXPECT_EQ(verdicts("(declare-fun p ((Array Int Int) Int) Bool)"
                     "(assert (forall ((a (Array Int Int)) (i Int)) (=> (p a i) (p (store a i 0) (+ i 1)))))"
                     "(assert (forall ((a (Array Int Int)) (i Int) (k Int))"
                     " (=> (p a i) (= k (- i 1)) (> i 0) (= (select a k) 0))))",
                     "((define-fun p ((a (Array Int Int)) (i Int)) Bool"
                     " (or (<= i 0) (= (select a (+ (- 1) i)) 0))))"),
            (Verdicts{"true", "true"}));
  EXPECT_EQ(verdicts("(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun p (L Int) Bool)"
                     "(assert (forall ((l L) (n Int)) (=> (p l n) (p (cons 3 l) (+ n 1)))))"
                     "(assert (forall ((l L) (n Int)) (=> (p l n) (>= (hd (cons n l)) 0))))"
                     "(assert (forall ((l L) (n Int)) (=> (p l n) ((_ is cons) l))))",
                     "((define-fun p ((l L) (n Int)) Bool (>= n 0)))"),
            (Verdicts{"true", "true", "false"}));
  EXPECT_EQ(verdicts("(declare-fun r (Real Int) Bool)(declare-fun s (String) Bool)"
                     "(assert (forall ((x Real) (i Int)) (=> (r x i) (< x 10) (r (+ x 1.5) (+ i 3)))))"
                     "(assert (forall ((x String)) (=> (s x) (s (str.++ x \"a\")))))"
                     "(assert (forall ((x String)) (=> (str.prefixof \"b\" x) (s x) (str.prefixof \"b\" x))))",
                     "((define-fun r ((x Real) (i Int)) Bool (<= i (* 2 x))) (define-fun s ((x String)) Bool true))"),
            (Verdicts{"true", "true", "true"}));
}

TEST(ModelFunctions, GivenAsTables) {
  const std::string script =
      "(declare-fun f (Int) Int)(declare-const a Int)"
      "(assert (forall ((x Int)) (<= (f x) 9)))"
      "(assert (forall ((x Int)) (=> (distinct x 5) (< (f x) 9))))"
      "(assert (forall ((x Int)) (>= (f x) 1)))";
  EXPECT_EQ(
      verdicts(script, "((define-fun f ((x Int)) Int (ite (= x 5) 9 (ite (= x 70000) 0 7))) (define-fun a () Int 5))"),
      (Verdicts{"true", "true", "false"}));
}

TEST(ModelFunctions, KeepBoundVariablesApart) {
  // The quantifier inside of the function binds the name that the argument has.
  const std::string script =
      "(declare-fun p (Int) Bool)(define-fun later ((x Int)) Bool (exists ((k Int)) (and (> k x) (p k))))"
      "(assert (forall ((k Int)) (later k)))"
      "(assert (forall ((k Int)) (=> (later k) (later (+ k 1)))))"
      "(assert (forall ((k Int)) (not (later (+ k 1)))))";
  EXPECT_EQ(verdicts(script, "((define-fun p ((x Int)) Bool (>= x 0)))")[2], "false");
  EXPECT_NE(verdicts(script, "((define-fun p ((x Int)) Bool (<= x 0)))")[0], "true") << "none is after 0";
  EXPECT_NE(verdicts(script, "((define-fun p ((x Int)) Bool (<= x 0)))")[1], "true");
}

TEST(ModelFunctions, IgnoreArgumentsWithoutValue) {
  EXPECT_EQ(verdicts("(declare-fun f (Int Int) Int)(declare-fun g (Int) Int)(declare-const missing Int)"
                     "(assert (= (f missing 3) 4))(assert (= (f 3 missing) 4))(assert (= (g missing) 2))"
                     "(define-fun-rec down ((n Int)) Int (ite (<= n 0) 0 (down (- n 1))))(assert (= (down missing) 0))",
                     "((define-fun f ((x Int) (y Int)) Int (+ y 1)) (define-fun g ((x Int)) Int (ite (= x 7) 2 2)))"),
            (Verdicts{"true", "missing", "true", "missing"}));
  EXPECT_EQ(verdicts("(declare-fun g (Int Int) Int)(declare-const missing Int)"
                     "(assert (= (g missing 7) 2))(assert (= (g missing 8) 2))",
                     "((define-fun g ((x Int) (y Int)) Int (ite (and (= x 1) (= y 7)) 3 2)))"),
            (Verdicts{"missing", "true"}))
      << "an entry of the table that may be meant";
}

TEST(ModelFunctions, ThatAreTooLargeHaveNoValueInTime) {
  std::string model = "(";
  std::string previous = "x";
  for (int i = 0; i < 40; ++i) {
    const std::string name = "f" + std::to_string(i);
    const std::string below = i == 0 ? "x" : "(f" + std::to_string(i - 1) + " x)";
    const std::string beside = i == 0 ? "1" : "(f" + std::to_string(i - 1) + " (+ x 1))";
    model += "(define-fun " + name + " ((x Int)) Int (+ " + below + " " + beside + "))";
  }
  model += ")";
  Scene scene("(declare-fun f39 (Int) Int)(assert (forall ((x Int)) (distinct (f39 x) (f39 (* x x x)))))", model);
  EvalOptions few;
  few.max_steps = 20'000;
  const std::string verdict = scene.verdict(0, few);
  EXPECT_TRUE(verdict == "budget" || verdict == "false") << verdict;
}

}  // namespace
}  // namespace assay::smt
