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

TEST(Validity, OfProducts) {
  const std::string integers = "(x Int) (y Int) (z Int)";
  for (const char* formula :
       {"(= (* (+ x y) (- x y)) (- (* x x) (* y y)))", "(= (* x y z) (* z y x))", "(>= (* x x) 0)", "(>= (* x x) x)",
        "(>= (* (- x 1) (- x 1)) 0)", "(=> (and (>= x 0) (>= y 0)) (>= (* x y) 0))",
        "(=> (and (> x 0) (< y 0)) (< (* y x) 0))", "(=> (and (>= x 2) (>= y 3)) (>= (* x y) 4))",
        "(=> (= (* x y) 0) (or (= x 0) (= y 0)))", "(=> (= x y) (= (* x z) (* y z)))", "(distinct (* x x) (- 1))",
        "(=> (= (* x x) 0) (= x 0))"})
    EXPECT_TRUE(valid(integers, formula)) << formula;
  for (const char* formula : {"(= (* x y) (* x z))", "(> (* x x) 0)", "(>= (* x y) 0)", "(=> (>= x 0) (>= (* x y) 0))",
                              "(=> (= (* x y) 0) (= x 0))", "(=> (and (>= x 0) (>= y 0)) (> (* x y) 0))",
                              "(> (* x x) x)", "(=> (and (>= x 2) (>= y 3)) (>= (* x y) 7))"})
    EXPECT_FALSE(valid(integers, formula)) << formula;
  const std::string reals = "(x Real) (y Real)";
  EXPECT_TRUE(valid(reals, "(=> (= (* x x) 0.0) (= x 0.0))"));
  EXPECT_TRUE(valid(reals, "(=> (and (> x 0.0) (< y 0.0)) (< (* x y) 0.0))"));
  EXPECT_FALSE(valid(reals, "(>= (* x x) x)")) << "not between 0 and 1";
}

/// The same formula over variables x, y and z of each width. ZERO and ONE are literals of that width.
void expect_for_widths(std::string formula, bool is_valid) {
  for (const unsigned width : {1U, 2U, 8U, 64U, 128U}) {
    const std::string sort = "(_ BitVec " + std::to_string(width) + ")";
    std::string text =
        "(let ((ZERO (_ bv0 " + std::to_string(width) + ")) (ONE (_ bv1 " + std::to_string(width) + "))) ";
    text += formula + ")";
    EXPECT_EQ(valid("(x " + sort + ") (y " + sort + ") (z " + sort + ")", text), is_valid) << width << ": " << formula;
  }
}

TEST(Validity, OfBitVectors) {
  for (const char* formula : {"(= (bvadd x y z) (bvadd z x y))",
                              "(= (bvsub x x) ZERO)",
                              "(= (bvadd (bvnot x) ONE) (bvneg x))",
                              "(= (bvneg (bvneg x)) x)",
                              "(= (bvmul (bvadd x y) z) (bvadd (bvmul z y) (bvmul x z)))",
                              "(bvule ZERO x)",
                              "(=> (bvult x y) (bvule (bvadd x ONE) y))",
                              "(=> (bvult x y) (bvult x (bvadd x ONE)))",
                              "(=> (distinct x (bvnot ZERO)) (bvult x (bvadd x ONE)))",
                              "(=> (bvslt x y) (bvslt x (bvadd x ONE)))",
                              "(or (bvult x y) (= x y) (bvugt x y))",
                              "(=> (and (bvsle x y) (bvsge x y)) (= x y))",
                              "(= (bvadd (bvand x y) (bvor x y)) (bvadd x y))",
                              "(bvule (bvand x y) x)",
                              "(bvuge (bvor x y) y)",
                              "(= (bvxor x y) (bvsub (bvor x y) (bvand x y)))",
                              "(= (bvor x x) x)",
                              "(= (bvand x ZERO) ZERO)",
                              "(= (bvudiv x ZERO) (bvnot ZERO))",
                              "(= (bvurem x ZERO) x)",
                              "(= (bvudiv x ONE) x)",
                              "(= (bvshl x ZERO) x)",
                              "(= ((_ zero_extend 3) x) (concat #b000 x))",
                              "(= (bvxnor x y) (bvnot (bvxor x y)))",
                              "(= (bv2nat (bvnot x)) (- (bv2nat (bvnot ZERO)) (bv2nat x)))",
                              "(= (= (bvcomp x y) #b1) (= x y))",
                              "(= (bvsub (ite (bvult x y) x y) x) (ite (bvule y x) (bvsub y x) ZERO))"})
    expect_for_widths(formula, true);
  for (const char* formula : {"(bvult x (bvadd x ONE))", "(=> (bvult x y) (bvult (bvadd x z) (bvadd y z)))",
                              "(bvult x y)", "(= x y)", "(= (bvsub x y) (bvsub y z))", "(bvslt x (bvadd x ONE))",
                              "(= (bvult x y) (bvslt x z))", "(= (bvand x y) (bvor x z))", "(= (bvmul x y) z)"})
    expect_for_widths(formula, false);
}

TEST(Validity, OfPartsOfBitVectors) {
  const std::string bytes = "(x (_ BitVec 8)) (y (_ BitVec 8))";
  for (const char* formula : {"(= (concat ((_ extract 7 4) x) ((_ extract 3 0) x)) x)",
                              "(= ((_ extract 7 0) (concat y x)) x)",
                              "(= ((_ extract 15 8) (concat y x)) y)",
                              "(= (bvand x #x0f) ((_ zero_extend 4) ((_ extract 3 0) x)))",
                              "(= (bvlshr x #x04) ((_ zero_extend 4) ((_ extract 7 4) x)))",
                              "(= (bvshl x #x01) (bvadd x x))",
                              "(= (bvshl x #x08) #x00)",
                              "(= (bvashr x #x07) (ite (bvslt x #x00) #xff #x00))",
                              "(= (bvashr x #xff) (bvashr x #x08))",
                              "(= (bvadd (bvand x #xf0) (bvand x #x0f)) x)",
                              "(= (bvor x #x80) (bvadd x (bvand (bvnot x) #x80)))",
                              "(bvult (bvurem x #x0a) #x0a)",
                              "(= (bvadd (bvmul (bvudiv x #x0a) #x0a) (bvurem x #x0a)) x)",
                              "(= ((_ rotate_left 3) x) ((_ rotate_right 5) x))",
                              "(= ((_ rotate_left 8) x) x)",
                              "(= ((_ repeat 2) x) (concat x x))",
                              "(bvule (bvlshr x #x01) #x7f)",
                              "(= ((_ extract 7 0) ((_ sign_extend 8) x)) x)",
                              "(= (bvslt x y) (bvslt ((_ sign_extend 8) x) ((_ sign_extend 8) y)))",
                              "(= ((_ int2bv 8) (bv2nat x)) x)",
                              "(= ((_ int2bv 8) (+ (bv2nat x) 256)) x)",
                              "(= (bvxor x #xff) (bvnot x))",
                              "(not (exists ((k (_ BitVec 8))) (and (bvult x k) (bvult k x))))",
                              "(= (sbv_to_int x) (- (bv2nat (bvxor x #x80)) 128))"})
    EXPECT_TRUE(valid(bytes, formula)) << formula;
  for (const char* formula :
       {"(= (bvlshr x #x01) (bvashr x #x01))", "(= ((_ rotate_left 3) x) ((_ rotate_left 5) x))",
        "(= (bvand x #x0f) x)", "(bvult (bvurem x #x0a) #x09)", "(= ((_ sign_extend 1) x) ((_ zero_extend 1) x))",
        "(= (bv2nat x) (sbv_to_int x))", "(= (bvudiv x #x02) (bvashr x #x01))", "(= (bvshl x #x01) x)",
        "(= (bvudiv x y) (bvudiv x #x03))"})
    EXPECT_FALSE(valid(bytes, formula)) << formula;
}

TEST(Validity, NamesBitVectorsOfACounterexample) {
  const Validity judgement = judged("", "(x (_ BitVec 32)) (y (_ BitVec 32))",
                                    "(=> (bvult x y) (bvult (bvadd x #x00000010) (bvadd y #x00000010)))");
  EXPECT_FALSE(judgement.valid);
  ASSERT_EQ(judgement.counterexample.size(), 2U);
  for (const auto& [name, value] : judgement.counterexample) EXPECT_EQ(value.as_bits().width, 32U);
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
