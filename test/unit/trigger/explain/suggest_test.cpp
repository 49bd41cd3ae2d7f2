// Weaker patterns: which there are, which are enough, and which make matching loops.

#include "trigger/explain/suggest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "unit/trigger/trial.hpp"

namespace assay::trigger::suggest_test {
namespace {

const std::string kFunctions =
    "(declare-fun len (Int) Int)\n(declare-fun nxt (Int) Int)\n(declare-fun h (Int Int) Int)\n";

std::vector<std::vector<std::string>> texts(const smt::TermStore& store, const Patterns& patterns) {
  std::vector<std::vector<std::string>> result;
  for (const std::vector<smt::TermId>& pattern : patterns) {
    result.emplace_back();
    for (const smt::TermId term : pattern) result.back().push_back(smt::to_string(store, term));
  }
  return result;
}

std::vector<std::vector<std::string>> others(const std::string& quantifier) {
  smt::TermStore store;
  const Problem problem = preprocess(store, read(store, kFunctions + "(assert " + quantifier + ")"));
  return texts(store, other_patterns(store, problem.conjuncts.at(0).formula));
}

using Texts = std::vector<std::vector<std::string>>;

TEST(OtherPatterns, AreSmallerOnesFirst) {
  EXPECT_EQ(others("(forall ((x Int)) (! (> (len x) 0) :pattern ((len (nxt x)))))"), (Texts{{"(len x)"}, {"(nxt x)"}}));
}

TEST(OtherPatterns, HaveAllVariables) {
  const Texts found = others("(forall ((x Int) (y Int)) (! (= (len x) (nxt y)) :pattern ((h x y))))");
  EXPECT_EQ(found, (Texts{{"(len x)", "(nxt y)"}, {"(nxt y)", "(len x)"}}));
}

TEST(OtherPatterns, HaveNoInterpretedSymbolOnVariables) {
  EXPECT_EQ(others("(forall ((x Int)) (! (> (len (+ x 1)) (nxt 3)) :pattern ((nxt x))))"), Texts{});
}

TEST(OtherPatterns, HaveNoVariableThatIsBoundInside) {
  const Texts found = others(
      "(forall ((x Int)) (! (or (> (len x) 0) (forall ((y Int)) (! (> (h x y) 0) :pattern ((h x y))))) :pattern ((nxt "
      "x))))");
  EXPECT_EQ(found, (Texts{{"(len x)"}}));
}

TEST(OtherPatterns, OfWhatIsNoUniversalFormulaAreNone) {
  smt::TermStore store;
  EXPECT_TRUE(other_patterns(store, term_in(store, kFunctions, "(len 3)")).empty());
}

using SuggestZ3 = WithZ3;

Suggestions suggestions(smt::TermStore& store, const std::string& script, const std::string& term, Prover& prover) {
  const Problem problem = preprocess(store, read(store, kFunctions + script));
  const Derivation derivation = derive(store, problem, {term_in(store, kFunctions, term)}, prover, 60, {});
  return suggest(store, problem, derivation, prover, 60, {});
}

TEST_F(SuggestZ3, APatternThatIsEnough) {
  smt::TermStore store;
  const Suggestions found = suggestions(store,
                                        "(assert (forall ((x Int)) (! (> (len x) 0) :pattern ((len (nxt x))))))\n"
                                        "(assert (< (len 7) 0))\n",
                                        "(len (nxt 7))", *prover_);
  ASSERT_EQ(found.found.size(), 1U) << found.note;
  const PatternChange& change = found.found[0].changes.at(0);
  EXPECT_EQ(smt::to_string(store, change.pattern.at(0)), "(len x)");
  EXPECT_FALSE(change.loops);
  EXPECT_FALSE(change.part);
}

TEST_F(SuggestZ3, SeesAMatchingLoop) {
  smt::TermStore store;
  // The second axiom contradicts the first one, which ends the loop: it must be seen all the same.
  const Suggestions found =
      suggestions(store,
                  "(assert (forall ((x Int)) (! (> (len x) (+ 1 (len (nxt x)))) :pattern ((len (nxt x))))))\n"
                  "(assert (forall ((x Int)) (! (= (nxt x) x) :pattern ((nxt x)))))\n"
                  "(assert (= (len 7) 3))\n",
                  "(len (nxt 7))", *prover_);
  ASSERT_EQ(found.found.size(), 1U) << found.note;
  EXPECT_EQ(smt::to_string(store, found.found[0].changes.at(0).pattern.at(0)), "(len x)");
  EXPECT_TRUE(found.found[0].changes[0].loops);
}

TEST_F(SuggestZ3, SaysWhenNothingCouldMatch) {
  smt::TermStore store;
  const Suggestions found = suggestions(store,
                                        "(assert (forall ((x Int)) (! (> (len x) 0) :pattern ((len (nxt x))))))\n"
                                        "(assert (forall ((x Int)) (! (< (len x) 0) :pattern ((len x)))))\n",
                                        "(len (nxt 7))", *prover_);
  EXPECT_TRUE(found.found.empty());
  EXPECT_NE(found.note.find("no assertion without quantifiers"), std::string::npos);
}

TEST(Suggest, AsksOnlySoOften) {
  smt::TermStore store;
  std::string script = kFunctions;
  for (int i = 0; i < 100; ++i)
    script += "(assert (forall ((x Int)) (! (> (len x) " + std::to_string(i) + ") :pattern ((len (nxt x))))))\n";
  const Problem problem = preprocess(store, read(store, script));
  Derivation derivation;
  for (std::size_t i = 0; i < problem.conjuncts.size(); ++i) {
    Step step;
    step.conjunct = i;
    derivation.steps.push_back(step);
  }
  FakeProver prover([](const std::string&) { return Reply{Answer::Unknown, "", 0}; });
  EXPECT_TRUE(suggest(store, problem, derivation, prover, 60, {}).found.empty());
  EXPECT_LT(prover.scripts.size(), 100U);
}

}  // namespace
}  // namespace assay::trigger::suggest_test
