#include "smt/fuzz/seed/fragments.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support.hpp"

namespace assay::smt {
namespace {

std::multiset<std::string> printed(const Fragments& fragments) {
  std::multiset<std::string> texts;
  for (const Fragment& formula : fragments.formulas) texts.insert(to_string(fragments.store, formula.term));
  return texts;
}

TEST(Fragments, AreAllBooleanSubFormulasEachOnce) {
  const auto fragments = testing::fragments_of(
      "(declare-const p Bool)(declare-const x Int)(assert (=> p (and p (< x 3))))(assert (not (< x 3)))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  EXPECT_EQ(printed(*fragments),
            (std::multiset<std::string>{"p", "(< x 3)", "(and p (< x 3))", "(=> p (and p (< x 3)))", "(not (< x 3))"}));
}

TEST(Fragments, DepthCountsConnectivesOnly) {
  const auto fragments = testing::fragments_of(
      "(declare-const p Bool)(declare-const x Int)"
      "(assert (or p (not (= (+ x (ite p 1 2)) (* 2 (+ x 1))))))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  for (const Fragment& formula : fragments->formulas) {
    EXPECT_EQ(formula.depth, boolean_depth(fragments->store, formula.term));
    const std::string text = to_string(fragments->store, formula.term);
    if (text == "p") {
      EXPECT_EQ(formula.depth, 0U);
    }
    if (text.starts_with("(= ")) {
      EXPECT_EQ(formula.depth, 0U) << "an equality of integers is a leaf";
    }
    if (text.starts_with("(not ")) {
      EXPECT_EQ(formula.depth, 1U);
    }
    if (text.starts_with("(or ")) {
      EXPECT_EQ(formula.depth, 2U);
    }
  }
}

TEST(Fragments, LeavesOutWhatHasAFreeVariable) {
  const auto fragments =
      testing::fragments_of("(declare-const a Int)(assert (forall ((x Int)) (or (< x a) (> a 0))))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  const auto texts = printed(*fragments);
  EXPECT_EQ(texts.count("(> a 0)"), 1U);
  EXPECT_EQ(texts.count("(< x a)"), 0U);
  EXPECT_EQ(texts.size(), 2U);
}

TEST(Fragments, KeepPatternsAndNoOtherAttributesOfQuantifiers) {
  const auto fragments = testing::fragments_of(
      "(declare-fun f (Int) Int)(declare-pool L Int ())"
      "(assert (forall ((x Int)) (! (= (f x) 0) :pool (L) :pattern ((f x)) :weight 3 :qid q)))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  EXPECT_EQ(printed(*fragments).count("(forall ((x Int)) (! (= (f x) 0) :pattern ((f x))))"), 1U);
}

TEST(Fragments, KeepTheMemberOfAComprehension) {
  const auto fragments = testing::fragments_of(
      "(declare-const s (Set Int))(assert (= s (set.comprehension ((x Int)) (= x 2) (* x x))))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  EXPECT_EQ(printed(*fragments).count("(= s (set.comprehension ((x Int)) (= x 2) (* x x)))"), 1U);
}

TEST(Fragments, KeepNoOtherAttributesInDefinedFunctions) {
  const auto fragments = testing::fragments_of(
      "(declare-fun f (Int) Int)(declare-pool L Int ())(declare-const a Int)"
      "(define-fun low ((n Int)) Bool (forall ((x Int)) (! (< n (f x)) :pool (L))))"
      "(define-fun lower ((n Int)) Bool (low (- n 1)))(assert (lower a))(assert (low 3))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  Script script;
  script.commands = declarations_for(fragments->store, fragments->assertions);
  const std::string text = print_script(fragments->store, script, {});
  EXPECT_EQ(text.find("pool"), std::string::npos) << text;
  EXPECT_NE(text.find("(define-fun lower ((n Int)) Bool (low (- n 1)))"), std::string::npos) << text;
  EXPECT_EQ(text.find("define-fun low "), text.rfind("define-fun low ")) << text;
  EXPECT_EQ(printed(*fragments), (std::multiset<std::string>{"(lower a)", "(low 3)"}));
}

TEST(Fragments, HaveNoConnectiveOfOneArgument) {
  const auto fragments = testing::fragments_of(
      "(declare-const p Bool)(declare-const q Bool)(assert (and (or (not p))))(assert (or (and p) q))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  EXPECT_EQ(printed(*fragments), (std::multiset<std::string>{"p", "q", "(not p)", "(or p q)"}));
}

TEST(Fragments, KeepTheLevelsOfAnIncrementalSeed) {
  const auto fragments =
      testing::fragments_of("(declare-const p Bool)(push 1)(assert p)(check-sat)(pop 1)(assert (not p))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  EXPECT_EQ(fragments->skeleton.commands.size(), 6U);
}

// `reset` removes declarations together with assertions: scripts with these levels would use undeclared names.
TEST(Fragments, HaveNoLevelsWhereTheSeedForgetsItsAssertions) {
  for (const std::string forgets : {"(reset-assertions)", "(reset)(declare-const p Bool)"}) {
    const auto fragments = testing::fragments_of("(declare-const p Bool)(push 1)(assert p)(check-sat)" + forgets +
                                                 "(assert (or p p))(check-sat)");
    ASSERT_NE(fragments, nullptr) << forgets;
    EXPECT_TRUE(fragments->skeleton.commands.empty()) << forgets;
  }
}

TEST(Fragments, HaveNoNamesInDefinitionsEither) {
  const auto fragments = testing::fragments_of(
      "(declare-const a Int)(assert (! (< (! (+ a 1) :named inner) 9) :named outer))"
      "(define-fun plain () Int (* 2 a))(assert (=> outer (> inner plain)))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  const auto texts = printed(*fragments);
  for (const std::string& text : texts) {
    EXPECT_EQ(text.find(":named"), std::string::npos) << text;
    EXPECT_EQ(text.find("outer"), std::string::npos) << text;
  }
  EXPECT_EQ(texts.count("(=> (< (+ a 1) 9) (> inner plain))"), 1U) << "a definition without names stays one";
}

TEST(Fragments, HaveNoNames) {
  const auto fragments = testing::fragments_of(
      "(declare-const a Int)(assert (! (and (! (> a 0) :named pos) (< a 9)) :named both))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  for (const std::string& text : printed(*fragments)) EXPECT_EQ(text.find(":named"), std::string::npos) << text;
}

TEST(Fragments, NoteFunctionsOfDefinitionsToo) {
  const auto fragments = testing::fragments_of(
      "(declare-fun f (Int) Int)(declare-const c Int)(define-fun g ((x Int)) Int (f x))(assert (= (g c) "
      "0))(check-sat)");
  ASSERT_NE(fragments, nullptr);
  std::set<std::string> names;
  for (const FunctionId id : fragments->functions)
    names.emplace(fragments->store.spelling(fragments->store.node(id).name));
  EXPECT_EQ(names, (std::set<std::string>{"c", "f"}));
}

TEST(Fragments, OfAScriptWithoutAssertionsAreAnError) {
  const auto parsed = take_apart("(declare-const a Int)(check-sat)", "empty.smt2");
  ASSERT_TRUE(std::holds_alternative<ParseError>(parsed));
  EXPECT_TRUE(std::holds_alternative<ParseError>(take_apart("(assert (", "broken.smt2")));
}

TEST(Fragments, AreNotLimitedByNesting) {
  std::string text = "(declare-const p Bool)(assert ";
  for (int i = 0; i < 100'000; ++i) text += "(not ";
  text += "p";
  text.append(100'000, ')');
  const auto fragments = testing::fragments_of(text + ")(check-sat)");
  ASSERT_NE(fragments, nullptr);
  EXPECT_EQ(fragments->formulas.size(), 100'001U);
  EXPECT_EQ(boolean_depth(fragments->store, fragments->assertions[0]), 100'000U);
}

TEST(Fragments, StatusCountsWhereOneCheckHasAllAssertions) {
  const std::string head = "(set-logic QF_UF)(set-info :status unsat)(declare-const a Bool)(assert a)";
  const auto status = [](const std::string& text) { return testing::fragments_of(text)->status; };
  EXPECT_EQ(status(head + "(assert (not a))(check-sat)"), Truth::Unsat);
  EXPECT_EQ(status(head + "(push 1)(check-sat-assuming ((not a)))"), Truth::Unsat);
  EXPECT_EQ(status("(set-info :status sat)(declare-const a Bool)(assert a)(check-sat)(exit)"), Truth::Sat);
  EXPECT_EQ(status("(set-info :status unknown)(declare-const a Bool)(assert a)(check-sat)"), Truth::Open);
  EXPECT_EQ(status("(declare-const a Bool)(assert a)(check-sat)"), Truth::Open);
  EXPECT_EQ(status(head + "(check-sat)(check-sat)"), Truth::Open);
  EXPECT_EQ(status(head + "(check-sat)(assert (not a))"), Truth::Open);
  EXPECT_EQ(status(head + "(push 1)(assert (not a))(pop 1)(check-sat)"), Truth::Open);
  EXPECT_EQ(status(head + "(set-info :status sat)(check-sat)"), Truth::Open);
}

// Fewer assertions have more models.
TEST(Fragments, DroppedAssertionsKeepOnlyTheStatusSat) {
  for (const Truth truth : {Truth::Sat, Truth::Unsat}) {
    const auto seed = testing::fragments_of("(set-info :status " + std::string(name(truth)) +
                                            ")(declare-const a Bool)(assert a)(assert (xor a true))(check-sat)");
    std::vector<bool> operators(Operators::get().size());
    operators[Operators::get().at("xor").index] = true;
    ASSERT_TRUE(drop_assertions_with(*seed, operators));
    EXPECT_EQ(seed->status, truth == Truth::Sat ? Truth::Sat : Truth::Open);
  }
}

TEST(Fragments, AssumptionsAreAssertions) {
  const auto seed = testing::fragments_of(
      "(set-logic QF_UF)(declare-const a Bool)(declare-const b Bool)(check-sat-assuming ((or a b) (not b)))");
  ASSERT_NE(seed, nullptr);
  ASSERT_EQ(seed->assertions.size(), 2U);
  EXPECT_EQ(to_string(seed->store, seed->assertions[0]), "(or a b)");
  const auto both =
      testing::fragments_of("(declare-const a Bool)(assert a)(check-sat-assuming (a))(check-sat-assuming ())");
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->assertions.size(), 1U) << "each once";
}

}  // namespace
}  // namespace assay::smt
