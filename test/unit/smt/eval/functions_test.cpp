#include <gtest/gtest.h>

#include <string>

#include "unit/smt/eval/reading.hpp"

// Functions as values. What each operator gives: test/conformance/operator_examples_higher_order.cpp.

namespace assay::smt {
namespace {

std::string verdict(const std::string& declarations, const std::string& assertion, const std::string& model = "") {
  return Scene(declarations + "(assert " + assertion + ")", model).verdict(0);
}

/// Witnesses are tables: f is 0 everywhere, and so is g but for true.
TEST(Functions, OfTablesAreComparedEverywhere) {
  Scene scene("(declare-fun f (Bool) Int)(declare-fun g (Bool) Int)(assert (= f g))(assert (= f f))");
  for (const Command& command : scene.script.commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    Interpretation table;
    table.fallback = Value(mpz_class(0));
    const bool is_g = !scene.model.functions.empty();
    if (is_g) table.entries = {{{Value(true)}, Value(mpz_class(7))}};
    scene.model.functions[command.functions[0]] = table;
  }
  EXPECT_EQ(scene.verdict(0), "false");
  EXPECT_EQ(scene.verdict(1), "true");
}

/// A function symbol without all its arguments is no value of its result's sort.
TEST(Functions, EquationsOfSymbolsGoByAllArguments) {
  const std::string declarations = "(declare-fun f (Bool) Int)(declare-fun g (Bool) Int)";
  const std::string model = "((define-fun f ((x Bool)) Int (ite x 1 0)) (define-fun g ((x Bool)) Int (ite x 2 0)))";
  EXPECT_EQ(verdict(declarations, "(= f g)", model), "false");
  EXPECT_EQ(verdict(declarations, "(distinct f g)", model), "true");
  EXPECT_EQ(verdict(declarations, "(= f (lambda ((x Bool)) (ite (not x) 0 1)))", model), "true");
}

TEST(Functions, OfInfinitelyManyArgumentsOneDifferenceIsProof) {
  const std::string declarations = "(declare-fun f (Int) Int)(declare-fun g (Int) Int)";
  const std::string model = "((define-fun f ((x Int)) Int (ite (= x 1) 1 0)) (define-fun g ((x Int)) Int 0))";
  EXPECT_EQ(verdict(declarations, "(= f g)", model), "false");
  EXPECT_EQ(verdict(declarations, "(= g (lambda ((x Int)) (* 0 x)))", model), "true");
  EXPECT_EQ(verdict(declarations, "(= g (lambda ((x Int)) (* x x)))", model), "false");
  EXPECT_EQ(verdict(declarations, "(= g (lambda ((x Int)) (ite (= (* x x) 50) 1 0)))", model), "quantified");
  EXPECT_EQ(verdict(declarations, "(= g g)", model), "true");
}

TEST(Functions, OfFunctionsAreTheSameWhereTheyIgnoreThem) {
  const std::string declarations =
      "(declare-sort Color 0)(declare-fun left ((-> Color Int) (-> Int Color)) Bool)"
      "(declare-fun right ((-> Color Int) (-> Int Color)) Bool)";
  const std::string variables = " ((p (-> Color Int)) (q (-> Int Color))) Bool ";
  EXPECT_EQ(verdict(declarations, "(distinct left right)",
                    "((define-fun left" + variables + "false) (define-fun right" + variables + "false))"),
            "false");
  EXPECT_EQ(verdict(declarations, "(distinct left right)",
                    "((define-fun left" + variables + "false) (define-fun right" + variables + "true))"),
            "true");
}

TEST(Functions, ResultsOfFunctionsMayBeGivenWithAllArguments) {
  const std::string declarations = "(declare-fun pick (Bool) (-> Int Int))(declare-const n Int)";
  const std::string model = "((define-fun n () Int 4) (define-fun pick ((b Bool) (x Int)) Int (ite b (+ x 1) x)))";
  EXPECT_EQ(verdict(declarations, "(= (pick true n) (+ n 1))", model), "true");
  EXPECT_EQ(verdict(declarations, "(= (@ (pick false) n) n)", model), "true");
  EXPECT_EQ(verdict(declarations, "(distinct (pick true) (pick false))", model), "true");
  EXPECT_EQ(verdict(declarations, "(= (pick (> n 3)) (pick true))", model), "true");
  EXPECT_EQ(verdict(declarations, "(= (pick false) (lambda ((x Int)) (+ x 2)))", model), "false");
  EXPECT_EQ(verdict(declarations, "(= (pick true n) 5)",
                    "((define-fun n () Int 4) (define-fun pick ((b Int) (x Int)) Int x))"),
            "missing")
      << "of other sorts";
  const std::string curried =
      "((define-fun n () Int 4) (define-fun pick ((b Bool)) (-> Int Int) (lambda ((x Int)) (* 2 x))))";
  EXPECT_EQ(verdict(declarations, "(= (pick true n) 8)", curried), "true");
}

TEST(Functions, ConstantsOfFunctionSorts) {
  const std::string declarations = "(declare-const h (-> Int Int Int))";
  for (const std::string model : {"((define-fun h () (-> Int Int Int) (lambda ((x Int) (y Int)) (- x y))))",
                                  "((define-fun h ((x Int) (y Int)) Int (- x y)))"}) {
    EXPECT_EQ(verdict(declarations, "(= (h 3 1) 2)", model), "true") << model;
    EXPECT_EQ(verdict(declarations, "(= (@ (h 3) 1) 2)", model), "true") << model;
    EXPECT_EQ(verdict(declarations, "(= (set.map (h 3) (set.singleton 1)) (set.singleton 2))", model), "true") << model;
  }
  EXPECT_EQ(verdict(declarations, "(= (h 3 1) 2)"), "missing");
}

TEST(Functions, LambdasKeepTheValuesOfTheirVariables) {
  EXPECT_EQ(verdict("", "(forall ((b Bool)) (= (@ (lambda ((x Bool)) (and x b)) true) b))"), "true");
  EXPECT_EQ(verdict("", "(exists ((b Bool)) (distinct (@ (lambda ((x Bool)) (xor x b)) b) false))"), "false");
  EXPECT_EQ(verdict("(define-fun twice ((f (-> Int Int)) (x Int)) Int (f (f x)))",
                    "(= (twice (lambda ((y Int)) (* 3 y)) 2) 18)"),
            "true");
}

TEST(Functions, RecursionThroughAFunctionValueEnds) {
  const std::string declarations = "(define-fun-rec down ((x Int)) Int (ite (<= x 0) 0 (@ down (- x 1))))";
  EXPECT_EQ(verdict(declarations, "(= (@ down 5000) 0)"), "true");
  EXPECT_EQ(verdict("(define-fun-rec up ((x Int)) Int (@ up (+ x 1)))", "(= (@ up 0) 0)"), "budget");
}

/// The evaluator cannot distinguish two functions, so no other operator may take them.
TEST(Functions, InsideOfOtherValuesAreNotCompared) {
  const std::string declarations = "(define-fun f ((x Bool)) Bool x)(define-fun g ((x Bool)) Bool (not (not x)))";
  EXPECT_EQ(verdict(declarations, "(= (seq.unit f) (seq.unit g))"), "opaque");
  EXPECT_EQ(verdict(declarations + "(declare-datatypes ((D 0)) (((c (s (-> Bool Bool))))))", "(= (c f) (c g))"),
            "opaque");
  EXPECT_EQ(verdict(declarations + "(declare-fun p ((-> Bool Bool)) Int)", "(= (p f) (p g))",
                    "((define-fun p ((x (-> Bool Bool))) Int 0))"),
            "true");
}

TEST(Functions, FoldsWithoutAnOrderAreValuedByAllOrders) {
  const std::string sum = "(lambda ((x Int) (a Int)) (+ x a))";
  const auto set = [](unsigned size) {
    std::string members;
    for (unsigned i = 0; i < size; ++i) members += std::to_string(i) + " ";
    return "(set.insert " + members + "(as set.empty (Set Int)))";
  };
  EXPECT_EQ(verdict("", "(= (set.fold " + sum + " 0 " + set(7) + ") 21)"), "true");
  EXPECT_EQ(verdict("", "(= (set.fold " + sum + " 0 " + set(8) + ") 28)"), "budget");  // 256 subsets
  EXPECT_EQ(verdict("", "(= (bag.fold " + sum + " 0 (bag 2 127)) 254)"), "true");
  EXPECT_EQ(verdict("", "(= (bag.fold " + sum + " 0 (bag 2 128)) 256)"), "budget");
  EXPECT_EQ(verdict("", "(= (set.fold (lambda ((x Int) (a Int)) (- x a)) 0 " + set(2) + ") 1)"), "unspecified");
  EXPECT_EQ(verdict("", "(= (set.fold (lambda ((x Int) (a Int)) (- a x)) 0 " + set(3) + ") (- 3))"), "true");
}

TEST(Functions, ComprehensionsOverTooManyValuesHaveNone) {
  EXPECT_EQ(verdict("", "(= (set.comprehension ((x Int)) (> x 0) x) (set.singleton 1))"), "quantified");
  EXPECT_EQ(verdict("", "(set.member 3 (set.comprehension ((x Int) (y Bool)) (and (< 0 x) y) x))"), "quantified");
  EXPECT_EQ(verdict("", "(= (set.comprehension ((x Int)) (and (< 3 x) (< x 2)) x) (as set.empty (Set Int)))"), "true");
}

TEST(Functions, ArePrintedAsTheyAreRead) {
  const std::string text =
      "(declare-const h (-> Int Int))(define-fun add ((x Int) (y Int)) Int (+ x y))"
      "(assert (= (h 1) (@ (add 1) 2) (@ (ite (= (h 1) 0) h (lambda ((z Int)) z)) 3)))"
      "(assert (set.member #b1 (set.comprehension ((x (_ BitVec 1)) (y Bool)) y (bvnot x))))";
  Scene scene(text);
  for (const std::size_t i : {0U, 1U}) {
    const std::string printed = to_string(scene.store, scene.assertion(i));
    Scene again("(declare-const h (-> Int Int))(define-fun add ((x Int) (y Int)) Int (+ x y))(assert " + printed + ")");
    EXPECT_EQ(to_string(again.store, again.assertion(0)), printed);
    EXPECT_FALSE(again.store.has(again.assertion(0), kHasOpaque)) << printed;
  }
}

}  // namespace
}  // namespace assay::smt
