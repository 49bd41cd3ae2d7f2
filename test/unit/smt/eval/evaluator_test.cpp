#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "unit/smt/eval/reading.hpp"

namespace assay::smt {
namespace {

TEST(Evaluator, ConstantsHaveTheModelsValues) {
  Scene scene("(declare-fun x () Int) (declare-fun y () Int) (assert (= (+ x y) 5)) (assert (= x y))",
              "((define-fun x () Int 2) (define-fun y () Int 3))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "false");
}

TEST(Evaluator, WhatTheModelLeavesOutIsMissing) {
  Scene scene("(declare-fun x () Int) (declare-fun y () Int) (assert (= (+ x y) 5)) (assert (or (= y 1) (= x 2)))",
              "((define-fun x () Int 2))");
  EXPECT_EQ(scene.verdict(0), "missing");
  EXPECT_EQ(scene.verdict(1), "true") << "what is missing does not matter here";
}

/// (+ x y) under a model in which x and y may change.
struct ChangingModel {
  TermStore store;
  Model model;
  FunctionId x = declared("x"), y = declared("y");
  TermId sum = *store.apply(Operators::get().at("+"), std::array{*store.call(x, {}), *store.call(y, {})});
  Evaluator evaluator{store, model};

  FunctionId declared(const std::string& name) {
    Function function;
    function.name = store.symbol(name);
    function.result = store.int_sort();
    return store.function(std::move(function));
  }
  void set(FunctionId function, long value) { model.functions[function].fallback = Value(mpz_class(value)); }
  mpz_class value() { return evaluator.evaluate(sum).value.as_int(); }
};

TEST(Evaluator, ForgetsAllOutcomesOfAModelThatHasChanged) {
  ChangingModel changing;
  for (long i = 0; i < 20; ++i) {
    changing.set(changing.x, i);
    changing.set(changing.y, 3 * i);
    changing.evaluator.forget();
    EXPECT_EQ(changing.value(), 4 * i);
  }
}

TEST(Evaluator, ForgetsTheOutcomesThatItIsToldToForgetAndNoOthers) {
  ChangingModel changing;
  changing.set(changing.x, 1);
  changing.set(changing.y, 10);
  EXPECT_EQ(changing.value(), 11);
  const std::vector<TermId> with_x{changing.sum, *changing.store.call(changing.x, {})};
  for (long i = 2; i < 20; ++i) {
    changing.set(changing.x, i);
    changing.set(changing.y, 0);
    changing.evaluator.forget(with_x);
    EXPECT_EQ(changing.value(), 10 + i) << "y is remembered";
  }
  changing.evaluator.forget();
  EXPECT_EQ(changing.value(), 19);
}

TEST(Evaluator, FunctionsByBodyAndByTable) {
  Scene scene(
      "(declare-fun f (Int Int) Int) (declare-fun g (Int) Int)"
      "(assert (= (f 1 2) 7)) (assert (= (f 2 1) 0)) (assert (= (g 4) 16)) (assert (= (g (g 2)) 16))",
      "((define-fun f ((a Int) (b Int)) Int (ite (and (= a 1) (= b 2)) 7 0)) (define-fun g ((a Int)) Int (* a a)))");
  for (const std::size_t i : {0U, 1U, 2U, 3U}) {
    EXPECT_EQ(scene.verdict(i), "true") << i;
  }
}

TEST(Evaluator, TheFirstOfTwoEqualTableEntriesCounts) {
  Scene scene("(declare-fun f (Int) Int) (assert (= (f 1) 7))",
              "((define-fun f ((a Int)) Int (ite (= a 1) 7 (ite (= 1 a) 8 9))))");
  EXPECT_EQ(scene.verdict(0), "true");
}

TEST(Evaluator, DefinedFunctionsUnfold) {
  Scene scene(
      "(define-fun twice ((x Int)) Int (* 2 x)) (define-fun c () Int 4)"
      "(assert (= (twice (twice c)) 16)) (assert (= (twice c) 9))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "false");
}

TEST(Evaluator, RecursionEndsWhereItsConditionSays) {
  Scene scene(
      "(define-fun-rec fac ((n Int)) Int (ite (<= n 0) 1 (* n (fac (- n 1)))))"
      "(define-fun-rec fib ((n Int)) Int (ite (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))"
      "(assert (= (fac 20) 2432902008176640000)) (assert (= (fib 90) 2880067194370816120))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "true") << "results of calls are remembered, or this takes forever";
}

TEST(Evaluator, MutualRecursionByDefineFunsRec) {
  Scene scene(
      "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) "
      "((or (= n 0) (odd (- n 1))) (and (not (= n 0)) (even (- n 1)))))"
      "(assert (even 1000)) (assert (odd 1000))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "false");
}

TEST(Evaluator, EndlessRecursionRunsOutOfBudget) {
  Scene scene(
      "(define-fun-rec loop ((n Int)) Int (+ 1 (loop n))) (define-fun-rec up ((n Int)) Int (up (+ n 1)))"
      "(assert (= (loop 1) 1)) (assert (= (up 1) 1)) (assert (= 1 1))");
  EXPECT_EQ(scene.verdict(0), "budget");
  EvalOptions options;
  options.max_steps = 10'000;
  EXPECT_EQ(scene.verdict(1, options), "budget");
  EXPECT_EQ(scene.verdict(2), "true");
}

TEST(Evaluator, StaysUsableAfterABudgetRanOut) {
  Scene scene("(define-fun-rec up ((n Int)) Int (up (+ n 1))) (assert (= (up 1) 1)) (assert (= (+ 1 1) 2))");
  EvalOptions options;
  options.max_steps = 1000;
  Evaluator evaluator(scene.store, scene.model, options);
  EXPECT_EQ(evaluator.evaluate(scene.assertion(0)).lack, Lack::Budget);
  EXPECT_EQ(evaluator.evaluate(scene.assertion(0)).lack, Lack::Budget);
  EXPECT_TRUE(evaluator.evaluate(scene.assertion(1)).value.as_bool());
}

// A few nodes for each round, all of them numbers of 65,536 bits.
TEST(Evaluator, LargeNumbersCostMoreThanSmallOnes) {
  const auto rounds = [](unsigned count) {
    std::string text = "(define-fun-rec up ((x (_ BitVec 65536)) (n Int)) (_ BitVec 65536) (ite (= n 0) x ";
    return text + "(up (bvor (bvshl x ((_ zero_extend 65528) #x01)) ((_ zero_extend 65535) #b1)) (- n 1))))" +
           "(assert (= (up (bvnot ((_ zero_extend 65535) #b0)) " + std::to_string(count) + ") " +
           "(bvnot ((_ zero_extend 65535) #b0))))";
  };
  EvalOptions options;
  options.max_steps = 100'000;
  EXPECT_EQ(Scene(rounds(10)).verdict(0, options), "true");
  EXPECT_EQ(Scene(rounds(300)).verdict(0, options), "budget");
}

TEST(Evaluator, MatchTakesTheCaseOfTheConstructor) {
  Scene scene(
      "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
      "(define-fun-rec sum ((l L)) Int (match l ((nil 0) ((cons h t) (+ h (sum t))))))"
      "(declare-fun x () L)"
      "(assert (= (sum (cons 1 (cons 2 (cons 3 nil)))) 6)) (assert (= (sum x) 9))",
      "((define-fun x () L (cons 4 (cons 5 nil))))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(Evaluator, DeepTermsNeedNoStack) {
  constexpr int kDepth = 100'000;
  std::string text = "(declare-fun x () Int) (declare-fun p () Bool) (assert ";
  for (int i = 0; i < kDepth; ++i) {
    text += "(not ";
  }
  text += "p" + std::string(kDepth, ')') + ") (assert (= 100000 ";
  for (int i = 0; i < kDepth; ++i) {
    text += "(+ 1 ";
  }
  text += "x" + std::string(kDepth, ')') + "))";
  Scene scene(text, "((define-fun x () Int 0) (define-fun p () Bool true))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(Evaluator, DeepValuesNeedNoStack) {
  constexpr int kDepth = 100'000;
  std::string text = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L))))) (assert (= (hd ";
  for (int i = 0; i < kDepth; ++i) {
    text += "(cons 3 ";
  }
  text += "nil" + std::string(kDepth, ')') + ") 3))";
  Scene scene(text);
  EXPECT_EQ(scene.verdict(0), "true");
}

TEST(Evaluator, HugeNumbersAreRefused) {
  std::string text = "(define-fun s0 () Int 3)";
  for (int i = 1; i <= 64; ++i) {
    const std::string previous = "s" + std::to_string(i - 1);
    text += "(define-fun s" + std::to_string(i) + " () Int (* " + previous + " " + previous + "))";
  }
  Scene scene(text + "(assert (> s64 0)) (assert (> s8 0))");
  EXPECT_EQ(scene.verdict(0), "budget");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(Evaluator, OpaqueOperatorsHaveNoValueUnlessItDoesNotMatter) {
  Scene scene("(declare-fun x () Real) (assert (> (sin x) 2.0)) (assert (or true (> (sin x) 2.0)))",
              "((define-fun x () Real 1.0))");
  EXPECT_EQ(scene.verdict(0), "opaque");
  EXPECT_EQ(scene.verdict(1), "true");
}

TEST(Evaluator, DivisionByZeroIsOpenUnlessFixed) {
  Scene scene(
      "(declare-fun x () Int) (assert (= (div x 0) 3)) (assert (= (div x 0) (div 1 0))) (assert (= (div 1 0) "
      "(div 1 0)))",
      "((define-fun x () Int 1))");
  EXPECT_EQ(scene.verdict(0), "unspecified");
  EXPECT_EQ(scene.verdict(2), "true") << "whatever it is, it is equal to itself";
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  EXPECT_EQ(scene.verdict(0, options), "false");
  EXPECT_EQ(scene.verdict(1, options), "true") << "a function of the values";
}

TEST(Evaluator, ModelsMayFixDivisionByZero) {
  const std::string script =
      "(declare-fun x () Real) (assert (= (/ x 0.0) 7.0)) (assert (= (/ 2.0 0.0) 1.0)) (assert (= (mod 3 0) 5))";
  Scene newer(script,
              "((define-fun x () Real 1.0) (define-fun /0 ((a Real) (b Real)) Real (ite (and (= a 1.0) (= b 0.0)) 7.0 "
              "1.0)) (define-fun mod0 ((a Int) (b Int)) Int 5))");
  EXPECT_EQ(newer.verdict(0), "true");
  EXPECT_EQ(newer.verdict(1), "true");
  EXPECT_EQ(newer.verdict(2), "true");
  Scene older(script, "((define-fun x () Real 1.0) (define-fun /0 ((a Real)) Real (ite (= a 1.0) 7.0 1.0)))");
  EXPECT_EQ(older.verdict(0), "true");
  EXPECT_EQ(older.verdict(1), "true");
  EXPECT_EQ(older.verdict(2), "unspecified");
}

TEST(Evaluator, NamesDoNotChangeAValue) {
  Scene scene("(declare-fun x () Int) (assert (! (= x 1) :named a)) (assert (not a))", "((define-fun x () Int 1))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "false");
}

TEST(Evaluator, IntsStandForReals) {
  Scene scene(
      "(declare-fun r () Real) (declare-fun f (Real) Real)"
      "(assert (= r 2)) (assert (= (f 2) 5)) (assert (= (ite (= r 2) 1 0.5) 1.0)) (assert (distinct r 2.5 3))",
      "((define-fun r () Real 2) (define-fun f ((x Real)) Real (ite (= x 2) 5 0)))");
  for (const std::size_t i : {0U, 1U, 2U, 3U}) {
    EXPECT_EQ(scene.verdict(i), "true") << i;
  }
}

}  // namespace
}  // namespace assay::smt
