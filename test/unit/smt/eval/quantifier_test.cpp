#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>

#include "unit/smt/eval/reading.hpp"

namespace assay::smt {
namespace {

TEST(Quantifiers, FiniteSortsAreEnumerated) {
  Scene scene(
      "(declare-datatypes ((C 0)) (((r) (g) (b))))"
      "(assert (forall ((x Bool) (y Bool)) (= (and x y) (not (or (not x) (not y))))))"
      "(assert (exists ((x (_ BitVec 8))) (= (bvmul x x) #x31)))"
      "(assert (exists ((x (_ BitVec 8))) (= (bvmul x x) #x02)))"
      "(assert (forall ((c C)) (or (= c r) (= c g) (= c b))))"
      "(assert (forall ((c C)) (or (= c r) (= c g))))"
      "(assert (forall ((m RoundingMode)) (or (= m RNE) (= m RNA) (= m RTP) (= m RTN) (= m RTZ))))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "true");
  EXPECT_EQ(scene.verdict(2), "false");
  EXPECT_EQ(scene.verdict(3), "true");
  EXPECT_EQ(scene.verdict(4), "false");
  EXPECT_EQ(scene.verdict(5), "true");
}

TEST(Quantifiers, NestedOnesSeeTheOuterVariables) {
  Scene scene(
      "(assert (forall ((x (_ BitVec 3))) (exists ((y (_ BitVec 3))) (= (bvadd x y) #b000))))"
      "(assert (exists ((y (_ BitVec 3))) (forall ((x (_ BitVec 3))) (= (bvadd x y) #b000))))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "false");
}

constexpr int kLevels = 10'000;
/// Limit in KiB. With a copy of all enclosing bindings in each level's frame, the test needs 5 GiB.
constexpr long kMemoryOfLevels = 1L << 20;

/// The largest resident memory of this process so far, in KiB.
long peak_memory() {
  rusage usage{};
  (void)getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(Quantifiers, NestedOnesTakeMemoryLinearInTheirNumber) {
  std::string body = "(or b x0)";
  for (int i = kLevels - 1; i >= 0; --i) {
    const std::string x = "x" + std::to_string(i);
    body = "(exists ((" + x + " Bool)) (or " + body + " " + x + "))";
  }
  Scene scene("(declare-const b Bool)(assert " + body + ")", "((define-fun b () Bool true))");
  const long before = peak_memory();
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_LT(peak_memory() - before, kMemoryOfLevels);
}

TEST(Quantifiers, NestedMatchesTakeMemoryLinearInTheirNumber) {
  std::string body = "(ite (is-nil l) 1 0)";
  std::string list = "nil";
  for (int i = kLevels - 1; i >= 0; --i) {
    const std::string tail = "t" + std::to_string(i);
    const std::string subject = i == 0 ? "l" : "t" + std::to_string(i - 1);
    body = "(match " + subject + " ((nil 2) ((cons h " + tail + ") " + body + ")))";
    list = "(cons 7 " + list + ")";
  }
  Scene scene(
      "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)"
      "(assert (= 0 " +
          body + "))",
      "((define-fun l () L " + list + "))");
  const long before = peak_memory();
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_LT(peak_memory() - before, kMemoryOfLevels);
}

TEST(Quantifiers, InnerVariablesHideOuterOnes) {
  Scene scene(
      "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))"
      "(assert (forall ((x Bool) (y Bool)) (= (exists ((x Bool)) (and x y)) y)))"
      "(assert (exists ((x Bool)) (and x (exists ((x Bool)) (not x)) x)))"
      "(assert (match (cons 1 (cons 2 nil)) (((cons h t) (match t (((cons h t) (and (= h 2) (= t nil))) (nil false))))"
      " (nil false))))"
      "(assert (exists ((h (_ BitVec 2))) (match (cons 1 nil) (((cons h t) (= h 1)) (nil false)))))");
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(scene.verdict(i), "true") << i;
}

TEST(Quantifiers, ManyValuesHaveNoValueButACounterexampleDecides) {
  Scene scene(
      "(declare-fun a () Int)"
      "(assert (forall ((x Int)) (>= (* x x) x)))"
      "(assert (forall ((x Int)) (> x 0)))"
      "(assert (exists ((x Int)) (= (+ x a) 2)))"
      "(assert (exists ((x Int)) (= (* x x) 1000000)))"
      "(assert (forall ((x Int)) (=> (= a 2) (> x 5))))"
      "(assert (forall ((x Int)) (=> (= a 3) (> x 5))))"
      "(assert (forall ((x (_ BitVec 32))) (= x x)))",
      "((define-fun a () Int 2))");
  EXPECT_EQ(scene.verdict(0), "true") << "a law of squares of integers";
  EXPECT_EQ(scene.verdict(1), "false") << "0 is a counterexample";
  EXPECT_EQ(scene.verdict(2), "true") << "0 is an example";
  EXPECT_EQ(scene.verdict(3), "quantified");
  EXPECT_EQ(scene.verdict(4), "false");
  EXPECT_EQ(scene.verdict(5), "true") << "true for any x, since a is not 3";
  EXPECT_EQ(scene.verdict(6), "true") << "true for any x";
}

TEST(Quantifiers, UninterpretedSortsOnlyWhenTheModelListsTheirElements) {
  const std::string script =
      "(declare-sort U 0) (declare-fun p (U) Bool) (declare-fun c () U)"
      "(assert (forall ((x U)) (=> (p x) (= x c))))";
  Scene listed(script,
               "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
               "(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
               "(define-fun c () U U!val!1) (define-fun p ((x U)) Bool (= x U!val!1)))");
  EXPECT_EQ(listed.verdict(0), "true");
  Scene refuted(script,
                "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
                "(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
                "(define-fun c () U U!val!1) (define-fun p ((x U)) Bool (= x U!val!0)))");
  EXPECT_EQ(refuted.verdict(0), "false");
  Scene unlisted(script, "((define-fun c () U (as @U_0 U)) (define-fun p ((x U)) Bool (= x (as @U_0 U))))");
  EXPECT_EQ(unlisted.verdict(0), "true") << "for all elements, however many there are";
  Scene open("(declare-sort U 0) (declare-fun c () U) (assert (exists ((x U)) (distinct x c)))",
             "((define-fun c () U (as @U_0 U)))");
  EXPECT_EQ(open.verdict(0), "quantified");
}

TEST(Quantifiers, InsideOfDefinedFunctions) {
  Scene scene(
      "(define-fun divides ((a (_ BitVec 4)) (b (_ BitVec 4))) Bool (exists ((k (_ BitVec 4))) (= (bvmul a k) b)))"
      "(assert (divides #x3 #x9)) (assert (divides #x2 #x9))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "false");
}

TEST(Quantifiers, ClosedPartsKeepTheirValues) {
  Scene scene("(declare-fun a () Int) (assert (forall ((x Bool)) (or x (= (+ a 1) 3)))) (assert (= (+ a 1) 3))",
              "((define-fun a () Int 2))");
  Evaluator evaluator(scene.store, scene.model);
  EXPECT_TRUE(evaluator.evaluate(scene.assertion(0)).value.as_bool());
  EXPECT_TRUE(evaluator.evaluate(scene.assertion(1)).value.as_bool());
}

TEST(Quantifiers, AreEnumeratedWithinBoundsOfTheirOwnBody) {
  Scene scene(
      "(declare-fun a () Int)"
      "(assert (forall ((x Int)) (=> (and (<= 0 x) (< x 40)) (< (* x x) 1600))))"
      "(assert (forall ((x Int)) (=> (and (<= 0 x) (< x 41)) (< (* x x) 1600))))"
      "(assert (exists ((x Int)) (and (>= 60 x 3) (= (* x x) (* 50 50)))))"
      "(assert (exists ((x Int)) (and (> x 3) (< x 50) (= (* x x) (* 50 50)))))"
      "(assert (exists ((x Int)) (and (<= a x) (<= x (- a 1)))))"
      "(assert (forall ((x Int)) (or (not (<= a x (- a 1))) false)))"
      "(assert (forall ((x Int) (y Int)) (=> (<= 0 x 9) (<= (+ a 1) y (+ a 8)) (<= 3 (+ x y) 19))))"
      "(assert (forall ((x Int)) (=> (<= 0 x 9) (exists ((y Int)) (and (<= x y (+ x 2)) (= (mod y 3) 0))))))",
      "((define-fun a () Int 2))");
  EXPECT_EQ(scene.verdict(0), "true");
  EXPECT_EQ(scene.verdict(1), "false");
  EXPECT_EQ(scene.verdict(2), "true");
  EXPECT_EQ(scene.verdict(3), "false");
  EXPECT_EQ(scene.verdict(4), "false") << "no value is between";
  EXPECT_EQ(scene.verdict(5), "true") << "no value is between";
  EXPECT_EQ(scene.verdict(6), "true");
  EXPECT_EQ(scene.verdict(7), "true");
}

TEST(Quantifiers, AreDecidedByWhatTheirVariableEquals) {
  Scene scene(
      "(declare-fun a () Int)(declare-fun r () Real)"
      "(assert (exists ((x Int)) (and (= x (* a 1000)) (= (mod x 7) 5))))"
      "(assert (forall ((x Real)) (=> (= (/ r 7.0) x) (= (* 7.0 x) r))))"
      "(assert (forall ((s String)) (or (not (= s \"abc\")) (= (str.len s) 4))))"
      "(assert (exists ((x Int) (y Int)) (and (= x (+ y 1)) (= y (+ x 1)))))"
      "(assert (exists ((x Int)) (or (= x (* a 1000)) (= (* x x) 1000003))))"
      "(assert (forall ((x Int)) (and (= x (* a 1000)) (= x x))))",
      "((define-fun a () Int 2) (define-fun r () Real 3.0))");
  EXPECT_EQ(scene.verdict(0), "true") << "2000 is 5 modulo 7";
  EXPECT_EQ(scene.verdict(1), "true");
  EXPECT_EQ(scene.verdict(2), "false");
  EXPECT_EQ(scene.verdict(3), "false") << "each is bound by the other one, but no number is x + 2 and x";
  EXPECT_EQ(scene.verdict(4), "true") << "a disjunct is no guard of an exists, but worth a try";
  EXPECT_EQ(scene.verdict(5), "false") << "nor a conjunct of a forall: 0 is a counterexample";
}

/// Sums of two squares: no such sum is 7 modulo 256, and some are 66.
TEST(Quantifiers, OfSixteenBitsAreEnumeratedWhereThereIsNoProof) {
  const auto verdict = [](const std::string& width, const std::string& sum) {
    const std::string sort = "(_ BitVec " + width + ")";
    return Scene("(assert (forall ((x " + sort + ") (y " + sort + ")) (distinct (bvadd (bvmul x x) (bvmul y y)) (_ bv" +
                 sum + " " + width + "))))")
        .verdict(0);
  };
  EXPECT_EQ(verdict("8", "7"), "true");
  EXPECT_EQ(verdict("8", "66"), "false");
  EXPECT_EQ(verdict("9", "7"), "quantified") << "18 bits";
}

TEST(Quantifiers, OfFiniteSortsAreNotEnumeratedWhereTheirVariableEqualsATerm) {
  Scene scene(
      "(declare-fun a () (_ BitVec 8))"
      "(assert (exists ((x (_ BitVec 8)) (y (_ BitVec 8))) (and (= x (bvmul a a)) (= (bvmul y y) x))))"
      "(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (= (bvadd a #x01) x) (= (bvadd y x) #x00))))"
      "(assert (exists ((x (_ BitVec 8)) (y (_ BitVec 8))) (and (= x y) (= y (bvnot x)))))",
      "((define-fun a () (_ BitVec 8) #x05))");
  EXPECT_EQ(scene.verdict(0), "true") << "256 instances, not 65,536";
  EXPECT_EQ(scene.verdict(1), "false");
  EXPECT_EQ(scene.verdict(2), "false") << "65,536, each bound by the other one: there is a proof";
  EvalOptions few;
  few.max_steps = 200;
  EXPECT_EQ(Scene("(assert (exists ((x (_ BitVec 8))) (and (= x #x50) (= (bvadd x x) #xa0))))").verdict(0, few),
            "true");
}

TEST(Quantifiers, TryWhatTheBodyAndTheModelSuggest) {
  Scene scene(
      "(declare-fun a () Int)(declare-fun f (Int) Int)(declare-fun s () String)(declare-fun r () Real)"
      "(assert (forall ((x Int)) (or (< x 1000) (> x 1000))))"
      "(assert (forall ((x Int)) (=> (> x 77777) (> x 77778))))"
      "(assert (exists ((x Int)) (and (< 500 x) (< (* x x) 252000))))"
      "(assert (forall ((x Int)) (distinct (f x) 9)))"
      "(assert (forall ((x String) (y Int)) (=> (= (str.len x) 2) (distinct (str.++ x \"\") s))))"
      "(assert (forall ((x Real)) (not (and (< r x) (< x (+ r 2.0))))))"
      "(assert (forall ((x Int)) (exists ((y Int)) (> y (+ x a)))))"
      "(assert (exists ((x Int)) (forall ((y Int)) (or (distinct y (+ x a)) (< y 0)))))"
      "(assert (forall ((x (_ BitVec 40))) (bvult (bvadd x #x0000000001) #xfffffffff0)))"
      "(assert (forall ((x Int)) (distinct (* x x) 49)))",
      "((define-fun a () Int 31) (define-fun f ((x Int)) Int (ite (= x 4711) 9 0)) (define-fun s () String \"qq\")"
      " (define-fun r () Real 99.5))");
  EXPECT_EQ(scene.verdict(0), "false") << "1000 is a counterexample";
  EXPECT_EQ(scene.verdict(1), "false") << "77778 is one";
  EXPECT_EQ(scene.verdict(2), "true") << "501 is an example";
  EXPECT_EQ(scene.verdict(3), "false") << "the model's own argument 4711 is a counterexample";
  EXPECT_EQ(scene.verdict(4), "false") << "the model's own string is a counterexample";
  EXPECT_EQ(scene.verdict(5), "false") << "r + 1 is one";
  EXPECT_EQ(scene.verdict(6), "true") << "y is x + a + 1";
  EXPECT_EQ(scene.verdict(7), "true") << "x is -1 - a";
  EXPECT_EQ(scene.verdict(8), "false") << "one less than the bound is a counterexample";
  EXPECT_EQ(scene.verdict(9), "quantified") << "7 is not to be seen in it";
}

}  // namespace
}  // namespace assay::smt
