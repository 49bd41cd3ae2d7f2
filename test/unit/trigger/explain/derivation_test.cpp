// The instantiations of a refutation, their order, and which conjuncts clash; notation for people.

#include "trigger/explain/derivation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/trigger/trial.hpp"

namespace assay::trigger::derivation_test {
namespace {

const std::string kFunctions = "(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n(declare-fun p (Int) Bool)\n";
const std::string kFigure5 = kFunctions +
                             "(assert (! (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))) :named A0))\n"
                             "(assert (! (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))) :named A1))\n"
                             "(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))\n";

using DerivationZ3 = WithZ3;

TEST_F(DerivationZ3, HasTheStepsAndTheClash) {
  smt::TermStore store;
  const Problem problem = preprocess(store, read(store, kFigure5));
  const Derivation derivation =
      derive(store, problem, {term_in(store, kFunctions, "(f (g 7))")}, *prover_, kSeconds, {});
  EXPECT_EQ(derivation.note, "");
  EXPECT_EQ(derivation.clash, (std::vector<std::size_t>{0, 1}));
  ASSERT_EQ(derivation.steps.size(), 2U);
  std::vector<std::string> facts;
  for (const Step& step : derivation.steps) {
    EXPECT_TRUE(step.outermost);
    ASSERT_EQ(step.matches.size(), 1U);
    EXPECT_EQ(step.matches[0].origin, Origin::Term);
    facts.push_back(smt::to_string(store, step.fact));
  }
  std::sort(facts.begin(), facts.end());
  EXPECT_EQ(facts, (std::vector<std::string>{"(= (f (g 7)) 7)", "(not (= (f (g 7)) 7))"}));
}

TEST_F(DerivationZ3, OrdersAChain) {
  smt::TermStore store;
  // Only the first axiom matches the term; its instance has the term that the second one matches, and so on.
  const std::string script = kFunctions +
                             "(assert (forall ((x Int)) (! (= (f x) (+ 1 (g x))) :pattern ((f x)))))\n"
                             "(assert (forall ((x Int)) (! (and (p x) (> (g x) 3)) :pattern ((g x)))))\n"
                             "(assert (forall ((x Int)) (! (not (p x)) :pattern ((p x)))))\n";
  const Problem problem = preprocess(store, read(store, script));
  const Derivation derivation = derive(store, problem, {term_in(store, kFunctions, "(f 5)")}, *prover_, kSeconds, {});
  ASSERT_FALSE(derivation.steps.empty()) << derivation.note;
  for (std::size_t i = 0; i < derivation.steps.size(); ++i) {
    for (const Match& match : derivation.steps[i].matches) EXPECT_TRUE(match.origin != Origin::Step || match.step < i);
  }
}

TEST_F(DerivationZ3, PutsAQuantifierAfterTheOneAroundIt) {
  smt::TermStore store;
  const std::string script =
      "(declare-fun q (Int Int) Bool)\n(declare-fun p (Int) Bool)\n"
      "(assert (forall ((x Int)) (! (or (not (p x)) (forall ((y Int)) (! (q x y) :pattern ((q x y))))) :pattern ((p "
      "x)))))\n"
      "(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))\n"
      "(assert (forall ((x Int)) (! (not (q x 3)) :pattern ((q x 3)))))\n";
  const Problem problem = preprocess(store, read(store, script));
  const std::string declarations = "(declare-fun q (Int Int) Bool)\n(declare-fun p (Int) Bool)\n";
  const Derivation derivation =
      derive(store, problem, {term_in(store, declarations, "(p 0)"), term_in(store, declarations, "(q 0 3)")}, *prover_,
             kSeconds, {});
  const auto outer = std::find_if(derivation.steps.begin(), derivation.steps.end(),
                                  [](const Step& step) { return step.conjunct == 0 && step.outermost; });
  const auto inner = std::find_if(derivation.steps.begin(), derivation.steps.end(),
                                  [](const Step& step) { return step.conjunct == 0 && !step.outermost; });
  ASSERT_NE(inner, derivation.steps.end()) << derivation.note;
  EXPECT_LT(outer, inner);
}

TEST_F(DerivationZ3, SaysWhyThereIsNone) {
  smt::TermStore store;
  const Problem problem = preprocess(store, read(store, kFigure5));
  const Derivation derivation = derive(store, problem, {}, *prover_, kSeconds, {});
  EXPECT_TRUE(derivation.steps.empty());
  EXPECT_TRUE(derivation.clash.empty());
  EXPECT_NE(derivation.note.find("unknown"), std::string::npos);
}

TEST(Derivation, OfASolverThatTalksNonsenseIsEmpty) {
  for (const char* text : {"", "no proof", "((proof", "(((((", "((proof (mp (|\n"}) {
    smt::TermStore store;
    const Problem problem = preprocess(store, read(store, kFigure5));
    FakeProver prover([&](const std::string&) { return Reply{Answer::Unsat, text, 0}; });
    const Derivation derivation = derive(store, problem, {}, prover, 1, {});
    EXPECT_TRUE(derivation.steps.empty());
    EXPECT_NE(derivation.note, "") << text;
  }
}

TEST(Derivation, IgnoresNumbersThatAreOutOfRange) {
  smt::TermStore store;
  const Problem problem = preprocess(store, read(store, kFigure5));
  FakeProver prover([](const std::string&) {
    return Reply{Answer::Unsat, "(assay!c!1 assay!c!99 assay!c!99999999999999999999999 assay!c!)", 0};
  });
  EXPECT_EQ(derive(store, problem, {}, prover, 1, {}).clash, (std::vector<std::size_t>{1}));
}

TEST(Readable, WritesMathematics) {
  const std::string declarations =
      "(declare-fun f (Int) Int)\n(declare-fun |a b| () Int)\n(declare-fun g (Int Int) Int)\n";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"(f (g 7 |a b|))", "f(g(7, a b))"},
      {"(+ (f 1) (* 2 (f 2)))", "f(1) + (2 * f(2))"},
      {"(- (f 1))", "-f(1)"},
      {"(and (> (f 1) 0) (not (= (f 2) 3)))", "(f(1) > 0) and not (f(2) = 3)"},
      {"(ite (> 1 0) 1 2)", "ite(1 > 0, 1, 2)"},
  };
  for (const auto& [smtlib, text] : rows) {
    smt::TermStore store;
    EXPECT_EQ(readable(store, term_in(store, declarations, smtlib)), text);
  }
}

TEST(Readable, IsCutWhereItIsLong) {
  smt::TermStore store;
  const std::string declarations = "(declare-fun g (Int Int) Int)\n";
  // Shared parts: 2^200 nodes as a tree.
  smt::TermId term = term_in(store, declarations, "(g 1 2)");
  const smt::FunctionId g = store.function_of(term);
  for (int i = 0; i < 200; ++i) term = store.call_as(g, std::vector<smt::TermId>{term, term}, store.int_sort());
  const std::string text = readable(store, term, {}, 50);
  EXPECT_EQ(text.size(), 53U);
  EXPECT_TRUE(text.ends_with("..."));
}

}  // namespace
}  // namespace assay::trigger::derivation_test
