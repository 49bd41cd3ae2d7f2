#include "smt/truth/validity.hpp"

#include <gtest/gtest.h>

#include <string>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

/// The body of the one assertion's quantifier, with its variables free.
Validity judged(const std::string& declarations, const std::string& variables, const std::string& body) {
  TermStore store;
  const Result<Script> script =
      parse_script(store, declarations + "(assert (forall (" + variables + ") " + body + "))", "test");
  EXPECT_TRUE(script.ok()) << (script.ok() ? "" : script.error().text());
  if (!script.ok()) return {};
  return prove(store, store.children(script->commands.back().terms.at(0))[0]);
}
bool valid(const std::string& variables, const std::string& body, const std::string& declarations = "") {
  return judged(declarations, variables, body).valid;
}

TEST(Validity, OfConnectives) {
  const std::string booleans = "(a Bool) (b Bool) (c Bool)";
  for (const char* formula :
       {"(or a (not a))", "(=> a b a)", "(=> (and a b) a)", "(= (xor a b c) (xor c (xor b a)))", "(= (= a b) (= b a))",
        "(= (ite a b c) (and (=> a b) (or a c)))", "(=> (distinct a b) (= a (not b)))", "(not (distinct a b c))",
        "(=> (= a b c) (= a c))", "(= (not (=> a b c)) (and a b (not c)))"})
    EXPECT_TRUE(valid(booleans, formula)) << formula;
  for (const char* formula :
       {"a", "(or a b)", "(=> a b)", "(= (xor a b c) (xor a b))", "(distinct a b)", "(=> (distinct a b) a)",
        "(= (ite a b c) (or (and a b) c))", "(= (=> a b c) (=> (=> a b) c))"})
    EXPECT_FALSE(valid(booleans, formula)) << formula;
}

TEST(Validity, OfLinearArithmetic) {
  const std::string integers = "(x Int) (y Int) (z Int)";
  for (const char* formula :
       {"(=> (and (>= x 1) (>= y 0)) (>= (+ x y) 1))", "(=> (< x y) (<= (+ x 1) y))", "(=> (< x y z) (< (+ x 1) z))",
        "(not (< x y z x))", "(= (* 2 (+ x y)) (+ x y x y))", "(=> (= (* 2 x) y) (= (mod y 2) 0))",
        "(= x (+ (* 3 (div x 3)) (mod x 3)))", "(= x (+ (* (- 3) (div x (- 3))) (mod x (- 3))))",
        "(< (- 1) (mod x 5) 5)", "(< (- 1) (mod x (- 5)) 5)", "(>= (abs x) x)", "(= (abs x) (abs (- x)))",
        "(=> (distinct x y) (or (< x y) (< y x)))", "(or (= x y) (distinct x y z) (= x z) (= y z))",
        "(= (ite (< x y) x y) (ite (<= y x) y x))", "(=> ((_ divisible 6) x) ((_ divisible 3) x))",
        "(is_int (to_real x))", "(= (to_int (/ (to_real x) 1.0)) x)", "(<= (to_real (to_int (/ x 2))) (/ x 2))"})
    EXPECT_TRUE(valid(integers, formula)) << formula;
  for (const char* formula :
       {"(=> (< x y) (< (+ x 1) y))", "(= (div x 2) (div (+ x 1) 2))", "(= (mod x 3) (mod (- x) 3))", "(>= x 0)",
        "(= (* 2 x) (+ x y))", "(distinct x y)", "(< (abs x) 100)", "((_ divisible 6) (* 3 x))", "(is_int (/ x 2))",
        "(= (div x y) (div x y 1))", "(=> (distinct x y z) (< x y))"})
    EXPECT_FALSE(valid(integers, formula)) << formula;
  EXPECT_TRUE(valid("(x Real) (y Real)", "(=> (< x y) (< x (/ (+ x y) 2.0) y))"));
  EXPECT_FALSE(valid("(x Real) (y Real)", "(=> (< x y) (<= (+ x 1) y))")) << "no integers are there";
}

TEST(Validity, NamesACounterexample) {
  const Validity judgement = judged("", "(x Int) (y Int) (b Bool)", "(=> b (> x 1000) (> y (* 2 x)) (> y 2003))");
  EXPECT_FALSE(judgement.valid);
  ASSERT_EQ(judgement.counterexample.size(), 3U);
  EXPECT_TRUE(judged("", "(x Int)", "(= x x)").counterexample.empty());
}

TEST(Validity, OfFunctions) {
  const std::string declarations =
      "(declare-sort U 0)(declare-fun f (U) U)(declare-fun p (U) Bool)(declare-fun g (Int) Int)(declare-const c U)"
      "(declare-const m (Array Int Int))";
  for (const char* formula :
       {"(=> (= u v) (= (f u) (f v)))", "(=> (= u v) (p u) (p v))", "(=> (= u v w) (= (f (f u)) (f (f w))))",
        "(=> (= x y) (= (g (+ x 1)) (g (+ 1 y))))", "(=> (<= x y) (<= y x) (= (g x) (g y)))",
        "(=> (= y (- x 1)) (>= (select m (+ (- 1) x)) 3) (>= (select m y) 3))", "(=> (= (f u) u) (= (f (f (f u))) u))",
        "(=> (distinct u v w) (distinct v w))"})
    EXPECT_TRUE(valid("(u U) (v U) (w U) (x Int) (y Int)", formula, declarations)) << formula;
  for (const char* formula : {"(=> (= (f u) (f v)) (= u v))", "(=> (p u) (p v))", "(= (g x) (g y))", "(= u v)",
                              "(distinct u v)", "(=> (<= x y) (= (g x) (g y)))", "(or (= u v) (= v w) (= u w))"})
    EXPECT_FALSE(valid("(u U) (v U) (w U) (x Int) (y Int)", formula, declarations)) << formula;
  EXPECT_FALSE(valid("(s String)", "(= s \"a\")"));
  EXPECT_TRUE(valid("(s String)", "(=> (= s \"a\") (distinct s \"b\"))")) << "two literals";
}

TEST(Validity, OfQuantifiersInside) {
  const std::string integers = "(x Int) (y Int)";
  for (const char* formula :
       {"(exists ((k Int)) (> k x))", "(exists ((k Int)) (and (< x k) (= k (+ x 2))))",
        "(=> (forall ((k Int)) (> k x)) false)", "(=> (exists ((k Int)) (= y (* 2 k))) (= (mod y 2) 0))",
        "(=> (forall ((k Int)) (=> (> k x) (> k y))) (>= x y))",
        "(=> (exists ((k Int)) (and (< x k) (< k y))) (< (+ x 1) y))",
        "(not (forall ((k Int)) (exists ((j Int)) (< j k j))))"})
    EXPECT_TRUE(valid(integers, formula)) << formula;
  for (const char* formula :
       {"(exists ((k Int)) (< x k y))", "(=> (exists ((k Int)) (> k x)) (> y x))", "(forall ((k Int)) (> k x))",
        "(=> (exists ((k Int)) (> k x)) (exists ((k Int)) (> x k y)))"})
    EXPECT_FALSE(valid(integers, formula)) << formula;
}

}  // namespace
}  // namespace assay::smt
