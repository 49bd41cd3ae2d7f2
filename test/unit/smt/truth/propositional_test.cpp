#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {
namespace {

/// Whether the assertions of a script over a few Boolean and integer constants are contradictory as propositions.
bool refuted(const std::string& assertions, std::uint32_t decisions = 2000) {
  TermStore store;
  const std::string text =
      "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)(declare-const x Int)(declare-const y Int)" +
      assertions;
  const Result<Script> script = parse_script(store, text, "test");
  EXPECT_TRUE(script.ok()) << script.error().text();
  std::vector<TermId> terms;
  for (const Command& command : script->commands) {
    if (command.kind == CommandKind::Assert) terms.push_back(command.terms[0]);
  }
  return propositionally_unsat(store, terms, decisions);
}

TEST(PropositionallyUnsat, SeesContradictionsOfEveryConnective) {
  EXPECT_TRUE(refuted("(assert false)"));
  EXPECT_TRUE(refuted("(assert a)(assert (not a))"));
  EXPECT_TRUE(refuted("(assert (and a (not a)))"));
  EXPECT_TRUE(refuted("(assert (not (or a (not a))))"));
  EXPECT_TRUE(refuted("(assert (xor a b))(assert (= a b))"));
  EXPECT_TRUE(refuted("(assert (=> a b))(assert a)(assert (not b))"));
  EXPECT_TRUE(refuted("(assert (=> a b c))(assert a)(assert b)(assert (not c))"));
  EXPECT_TRUE(refuted("(assert (ite a b c))(assert a)(assert (not b))"));
  EXPECT_TRUE(refuted("(assert (distinct a b))(assert a)(assert b)"));
  EXPECT_TRUE(refuted("(assert (= a b c))(assert a)(assert (not c))"));
  EXPECT_TRUE(refuted("(assert (xor a b c))(assert a)(assert b)(assert (not c))"));
  EXPECT_TRUE(
      refuted("(assert (distinct a b c))"
              "(assert (not (distinct a b c)))"));
}

TEST(PropositionallyUnsat, NeedsBranching) {
  EXPECT_TRUE(refuted("(assert (or a b))(assert (or a (not b)))(assert (or (not a) b))(assert (or (not a) (not b)))"));
  EXPECT_FALSE(
      refuted("(assert (or a b))(assert (or a (not b)))(assert (or (not a) b))(assert (or (not a) (not b)))", 0));
}

TEST(PropositionallyUnsat, TakesTheoryAtomsAsIndependent) {
  EXPECT_TRUE(refuted("(assert (< x y))(assert (not (< x y)))"));
  // Contradictory in arithmetic, not as propositions.
  EXPECT_FALSE(refuted("(assert (< x y))(assert (< y x))"));
  EXPECT_FALSE(refuted("(assert (= x y))(assert (distinct x y))"));
}

TEST(PropositionallyUnsat, DoesNotRefuteWhatIsSatisfiable) {
  EXPECT_FALSE(refuted(""));
  EXPECT_FALSE(refuted("(assert true)"));
  EXPECT_FALSE(refuted("(assert (or a b))(assert (or (not a) (not b)))"));
  EXPECT_FALSE(refuted("(assert (xor a b c))(assert a)(assert b)(assert c)"));
  EXPECT_FALSE(refuted("(assert (=> a b))(assert b)(assert (not a))"));
  EXPECT_FALSE(refuted("(assert (ite a b c))(assert (not a))(assert c)(assert (not b))"));
}

TEST(PropositionallyUnsat, IsIterative) {
  TermStore store;
  Function declaration;
  declaration.name = store.symbol("a");
  declaration.result = store.bool_sort();
  const TermId a = store.call_as(store.function(declaration), {}, store.bool_sort());
  const OperatorId negation = Operators::get().at("not");
  TermId deep = a;
  for (int i = 0; i < 100'000; ++i) deep = *store.apply(negation, std::vector<TermId>{deep});
  EXPECT_TRUE(propositionally_unsat(store, std::vector<TermId>{deep, *store.apply(negation, std::vector<TermId>{a})}));
  EXPECT_FALSE(propositionally_unsat(store, std::vector<TermId>{deep, a}));
}

}  // namespace
}  // namespace assay::smt
