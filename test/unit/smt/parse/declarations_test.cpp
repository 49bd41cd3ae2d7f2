#include "parsing.hpp"

namespace assay::smt {
namespace {

class Declarations : public Parsing {
 protected:
  std::string declared(std::string_view text) {
    const Script script = parse(text);
    std::vector<TermId> terms;
    for (const Command& command : script.commands) {
      terms.insert(terms.end(), command.terms.begin(), command.terms.end());
    }
    Script result;
    result.commands = declarations_for(store, terms);
    return print(result);
  }
  std::string logic(std::string_view text) {
    const TermId asserted = term(text);
    return logic_of(store, std::vector{asserted});
  }
};

TEST_F(Declarations, ComeBeforeTheirUse) {
  EXPECT_EQ(declared("(declare-sort U 0)(declare-const unused U)(declare-const u U)(declare-fun p (U) Bool)"
                     "(define-fun q ((x U)) Bool (not (p x)))(assert (q u))"),
            "(declare-sort U 0)\n(declare-fun p (U) Bool)\n(define-fun q ((x U)) Bool (not (p x)))\n"
            "(declare-fun u () U)\n");
}

TEST_F(Declarations, DatatypesAreDeclaredInTheirGroups) {
  EXPECT_EQ(declared("(declare-datatypes ((I 0)) (((i))))"
                     "(declare-datatypes ((A 0) (B 0)) (((a (ab B) (ai I)) (a0)) ((b (ba A)))))(declare-const y B)"
                     "(assert (= y y))"),
            "(declare-datatypes ((I 0)) (((i))))\n"
            "(declare-datatypes ((A 0) (B 0)) (((a (ab B) (ai I)) (a0)) ((b (ba A)))))\n(declare-fun y () B)\n");
}

TEST_F(Declarations, RecursiveFunctionsShareACommandOnlyWhenTheyNeedEachOther) {
  EXPECT_EQ(declared("(define-fun-rec h ((n Int)) Int (h n))"
                     "(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool)) ((o (h n)) (e n)))(assert (e 1))"),
            "(define-fun-rec h ((n Int)) Int (h n))\n"
            "(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool)) ((o (h n)) (e n)))\n");
}

TEST_F(Declarations, NamesOfAnnotatedTermsAreDeclaredByThem) {
  const std::string text = "(declare-const a Bool)(assert (! (not a) :named n))(assert (or n a))";
  EXPECT_EQ(declared(text), "(declare-fun a () Bool)\n");
  // Without the annotation the name must come from somewhere.
  const TermId use = term(text);
  Script result;
  result.commands = declarations_for(store, std::vector{use});
  EXPECT_EQ(print(result), "(declare-fun a () Bool)\n(define-fun n () Bool (not a))\n");
}

TEST_F(Declarations, LogicsCountWhatIsDeclaredAlongAndWhatArraysHold) {
  EXPECT_EQ(logic("(declare-datatypes ((A 0) (B 0)) (((a)) ((b (n Int)))))(declare-const x A)(assert (= x a))"),
            "QF_UFDTLIA")
      << "B is declared with A";
  EXPECT_EQ(logic("(declare-sort S 0)(declare-const x (Array S S))(declare-const i S)(assert (= (select x i) i))"),
            "QF_AX");
  EXPECT_EQ(logic("(declare-sort S 0)(declare-const x (Array S S))(declare-fun f (S) S)(declare-const i S)"
                  "(assert (= (select x (f i)) i))"),
            "ALL")
      << "QF_AX has no free functions with arguments";
  EXPECT_EQ(logic("(declare-sort S 0)(declare-const x (Array S Int))(declare-const i S)(assert (< (select x i) 3))"),
            "ALL");
}

TEST_F(Declarations, ALogicCoversWhatItsTheoriesHave) {
  const std::vector bits = {term("(assert (= #b1 #b0))")};
  EXPECT_TRUE(logic_covers(store, "QF_BV", bits));
  EXPECT_TRUE(logic_covers(store, "QF_AUFBV", bits));
  EXPECT_TRUE(logic_covers(store, "ALL", bits));
  EXPECT_FALSE(logic_covers(store, "QF_FP", bits));
  EXPECT_FALSE(logic_covers(store, "QF_OF_SOME_SOLVER", bits)) << "what nobody standardised covers nothing for us";
}

TEST_F(Declarations, LinearLogicsDivideByNumbersThatAreNotZero) {
  const auto is_linear = [&](const std::string& divisor) {
    const std::vector terms = {term("(declare-const x Real)(assert (= 1.0 (/ x " + divisor + ")))")};
    return logic_covers(store, "QF_LRA", terms);
  };
  for (const char* divisor : {"2.0", "(- 2.0)", "(/ 1.0 2.0)", "(- (/ 1.0 2.0))"})
    EXPECT_TRUE(is_linear(divisor)) << divisor;
  for (const char* divisor : {"0.0", "(- 0.0)", "(/ 0.0 1.0)", "(- (/ 0.0 2.0))", "x"})
    EXPECT_FALSE(is_linear(divisor)) << divisor;
}

TEST_F(Declarations, LogicsAreTheSmallestThatCover) {
  EXPECT_EQ(logic("(declare-const x Int)(assert (< (* 2 x) 1))"), "QF_LIA");
  EXPECT_EQ(logic("(declare-const x Int)(assert (< (* x x) 1))"), "QF_NIA");
  EXPECT_EQ(logic("(declare-const x Real)(assert (< (* (- (/ 1 3)) x) 1))"), "QF_LRA");
  // Linear arithmetic divides by numbers that are not zero only.
  EXPECT_EQ(logic("(declare-const x Real)(assert (= (/ x 2.0) 1.0))"), "QF_LRA");
  EXPECT_EQ(logic("(declare-const x Real)(assert (= (/ x 0.0) 1.0))"), "QF_NRA");
  EXPECT_EQ(logic("(declare-const x Int)(assert (= (mod x 0) 1))"), "QF_NIA");
  // Extensions that solvers refuse in the standard's logics.
  EXPECT_EQ(logic("(declare-const a (Array Int Int))(assert (= a ((as const (Array Int Int)) 0)))"), "ALL");
  EXPECT_EQ(logic("(declare-const a (Array Bool (_ BitVec 8)))(assert (= a a))"), "ALL");
  // Conversions belong to the theory of both.
  EXPECT_EQ(logic("(declare-const x Real)(assert (is_int x))"), "QF_LIRA");
  EXPECT_EQ(logic("(declare-const x Bool)(assert x)"), "QF_UF");
  EXPECT_EQ(logic("(declare-const x (_ BitVec 8))(assert (= x #x00))"), "QF_BV");
  EXPECT_EQ(logic("(declare-const x String)(assert (= (str.len x) 3))"), "QF_SLIA");
  EXPECT_EQ(logic("(declare-const x String)(assert (= x \"a\"))"), "QF_S");
  EXPECT_EQ(logic("(declare-fun f (Int) Int)(assert (forall ((x Int)) (= (f x) x)))"), "UFLIA");
  EXPECT_EQ(logic("(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))(assert (= a a))"), "QF_ABV");
  EXPECT_EQ(logic("(assert (frob 1))"), "ALL");
  EXPECT_EQ(logic("(declare-const q (Seq Int))(assert (= q q))"), "ALL");
}

TEST_F(Declarations, FunctionsAsValuesNeedAHigherOrderLogic) {
  const std::string text =
      "(declare-sort U 0)(declare-fun b () U)(declare-fun g () (-> U U))(declare-fun f (U) (-> U U))"
      "(assert (= g (f b)))";
  EXPECT_EQ(logic(text), "HO_UF") << "quantifier-free ones are not told apart";
  const std::vector functions = {term(text)};
  EXPECT_FALSE(logic_covers(store, "ALL", functions));
  EXPECT_FALSE(logic_covers(store, "QF_UF", functions));
  EXPECT_TRUE(logic_covers(store, "HO_ALL", functions));
  EXPECT_TRUE(logic_covers(store, "HO_UF", functions));
  EXPECT_FALSE(logic_covers(store, "HO_LIA", functions));
  const std::vector bits = {term("(assert (= #b1 #b0))")};
  EXPECT_TRUE(logic_covers(store, "HO_QF_BV", bits));
  EXPECT_TRUE(logic_covers(store, "HO_ALL", bits));
  EXPECT_EQ(logic_of(store, bits), "QF_BV");
}

}  // namespace
}  // namespace assay::smt
