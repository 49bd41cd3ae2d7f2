#include "smt/mutant/mutant.hpp"

#include <gtest/gtest.h>

#include <set>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

constexpr const char* kScript = R"((set-option :smt.random_seed 7)
(set-logic ALL) ; a comment
(declare-sort U 0)
(declare-fun |a b| (U) Int)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(define-fun twice ((x Int)) Int (+ x x))
(assert (forall ((u U) (n Int) (l List)) (! (=> ((_ is cons) l) (> (|a b| u) (twice n))) :pattern ((|a b| u) (twice n)))))
(assert (! (> 1 0) :named one))
(define-fun alias () Bool one)
(assert (exists ((x Int) (y Int)) (= (twice x) y)))
(push 1)
(assert (> 4 3))
(assert (> 5 3))
(check-sat)
(pop 1)
)";

/// The script as Assay prints it, or the message of the reader.
std::string parsed(const std::string& text) {
  TermStore store;
  const Result<Script> script = parse_script(store, text, "input.smt2");
  return script ? print_script(store, *script) : script.error().text();
}

std::size_t place(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  return text.find(part);
}

TEST(Mutants, WithoutMutationsAreTheScript) {
  const Mutant mutant = MutantMaker(kScript, {}, 1).make(3);
  EXPECT_EQ(parsed(mutant.script), parsed(kScript));
  EXPECT_EQ(mutant.solver_seed, 0U);
}

TEST(Mutants, ChangeTheOrderBetweenOtherCommands) {
  const MutantMaker maker(kScript, {.order = true}, 1);
  std::set<std::string> seen;
  bool swaps_levels = false;
  for (std::uint64_t i = 1; i <= 20; ++i) {
    const std::string text = maker.make(i).script;
    seen.insert(text);
    EXPECT_LT(place(text, "(declare-sort U 0)"), place(text, "(declare-fun |a b|"));
    EXPECT_LT(place(text, "(define-fun twice"), place(text, "forall"));
    EXPECT_LT(place(text, ":named one"), place(text, "(define-fun alias"));
    EXPECT_LT(place(text, "exists"), place(text, "(push 1)"));
    EXPECT_LT(place(text, "(push 1)"), place(text, "(> 4 3)"));
    EXPECT_LT(place(text, "(> 5 3)"), place(text, "(check-sat)"));
    EXPECT_LT(place(text, "(set-logic ALL)"), place(text, "(declare-sort U 0)"));
    swaps_levels = swaps_levels || place(text, "(> 5 3)") < place(text, "(> 4 3)");
    TermStore store;
    EXPECT_TRUE(parse_script(store, text, "input.smt2")) << text;
  }
  EXPECT_GT(seen.size(), 10U);
  EXPECT_TRUE(swaps_levels);
}

TEST(Mutants, RenameFunctionsAndSortsButNotDatatypes) {
  const std::string text = MutantMaker(kScript, {.names = true}, 1).make(1).script;
  for (const char* old : {"|a b|", "twice", "alias", " U"}) EXPECT_EQ(text.find(old), std::string::npos) << text;
  for (const char* kept : {"cons", "head", "(set-logic ALL)", ":named one"}) (void)place(text, kept);
  TermStore store;
  EXPECT_TRUE(parse_script(store, text, "input.smt2")) << text;
  EXPECT_NE(MutantMaker(kScript, {.names = true}, 1).make(2).script, text);
}

TEST(Mutants, DoNotRenameNamesOfTheTheory) {
  const std::string script = "(declare-fun extract (Int) Int)\n(assert (= ((_ extract 3 0) #x0f) #xf))\n";
  EXPECT_EQ(MutantMaker(script, {.names = true}, 1).make(1).script, script);
}

TEST(Mutants, OrderTheVariablesOfQuantifiers) {
  std::set<std::string> seen;
  for (std::uint64_t i = 1; i <= 40; ++i) {
    const std::string text = MutantMaker(kScript, {.variables = true}, 1).make(i).script;
    (void)place(text, "(define-fun twice ((x Int))");
    (void)place(text, ":pattern ((|a b| u) (twice n))");
    seen.insert(text);
  }
  EXPECT_EQ(seen.size(), 12U) << "3! orders of three variables, and two of two";
}

TEST(Mutants, HaveSeedsThatWinOverTheScript) {
  const Mutant mutant = MutantMaker(kScript, {.seeds = true}, 1).make(1);
  EXPECT_NE(mutant.solver_seed, 0U);
  (void)place(mutant.script, "(set-option :smt.random_seed " + std::to_string(mutant.solver_seed) + ")");
}

TEST(Mutants, AreAFunctionOfSeedScriptNumberAndMutations) {
  const Mutations all = *mutations_of(mutation_names());
  const Mutant one = MutantMaker(kScript, all, 1).make(5);
  EXPECT_EQ(MutantMaker(kScript, all, 1).make(5).script, one.script);
  EXPECT_NE(MutantMaker(kScript, all, 2).make(5).script, one.script);
  EXPECT_NE(MutantMaker(kScript, all, 1).make(6).script, one.script);
  EXPECT_EQ(MutantMaker(kScript, {.seeds = true}, 1).make(5).solver_seed, one.solver_seed)
      << "a mutation does not depend on the others";
  EXPECT_FALSE(mutations_of({"order", "colour"}));
}

TEST(Mutants, OfATextWithOpenParenthesesAreTheText) {
  const Mutant mutant = MutantMaker("(assert (> 1", *mutations_of(mutation_names()), 1).make(1);
  EXPECT_EQ(mutant.script, "(assert (> 1");
  EXPECT_NE(mutant.solver_seed, 0U);
}

}  // namespace
}  // namespace assay::smt
