#include "smt/reduce/simplified.hpp"

#include <gtest/gtest.h>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

/// The assertions of a script after simplification.
std::vector<std::string> simplified_in(const std::string& text) {
  TermStore store;
  const Result<Script> script = parse_script(store, text, "test.smt2");
  EXPECT_TRUE(script.ok());
  std::vector<TermId> asserted;
  for (const Command& command : script->commands)
    if (command.kind == CommandKind::Assert) asserted.push_back(command.terms[0]);
  return simplified(store, asserted);
}

const std::string kDeclarations =
    "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(declare-fun f (Int) Int)";

using Texts = std::vector<std::string>;

TEST(Simplified, SaysTheSameInOneForm) {
  struct Row {
    const char* formula;
    Texts conjuncts;
  };
  const Row rows[] = {
      {"(and p (distinct 1 2) (and q true))", {"p", "q"}},
      {"(or p false p)", {"p"}},
      {"(or p (= 1 1))", {}},
      {"(and p (< 2 1))", {"false"}},
      {"(not (not p))", {"p"}},
      {"(= (= p q) false)", {"(not (= p q))"}},
      {"(distinct p q)", {"(not (= p q))"}},
      {"(= p true)", {"p"}},
      {"(=> (= \"\" \"\") p)", {"p"}},
      {"(=> p false)", {"(not p)"}},
      {"(=> false p)", {}},
      {"(ite (= 1 2) q p)", {"p"}},
      {"(ite p false true)", {"(not p)"}},
      {"(ite p q q)", {"q"}},
      {"(= (f x) (f x))", {}},
      {"(= x (+ 1 1 (ite true 1 2)))", {"(= x 3)"}},
      {"(! (= x (f 1)) :named a)", {"(= x (f 1))"}},
      {"(forall ((y Int)) (=> true (= y (+ 1 1))))", {"(forall ((y Int)) (=> true (= y (+ 1 1))))"}},
      {"(= x (div 1 0))", {"(= x (div 1 0))"}},
  };
  for (const Row& row : rows)
    EXPECT_EQ(simplified_in(kDeclarations + "(assert " + row.formula + ")"), row.conjuncts) << row.formula;
}

TEST(Simplified, HasEachConjunctOnceInAnyOrder) {
  EXPECT_EQ(simplified_in(kDeclarations + "(assert q)(assert (and q p))"),
            simplified_in(kDeclarations + "(assert p)(assert q)"));
}

// NaN is one value, and `=` is no fp.eq.
TEST(Simplified, KnowsThatEqualTermsAreEqual) {
  EXPECT_EQ(simplified_in("(declare-const x Float32)(assert (= x x))"), Texts{});
  EXPECT_EQ(simplified_in("(declare-const x Float32)(assert (fp.eq x x))"), Texts{"(fp.eq x x)"});
}

core::Case unsatisfiable(const std::string& text) {
  SmtFacts facts;
  facts.truths = {Truth::Unsat};
  core::Case made;
  made.metadata = facts.json();
  made.files = {{std::string(kScriptFile), text}};
  return made;
}

TEST(Simplified, OnlyWhatSaysNothingGoes) {
  const core::Case refuted = unsatisfiable(
      "(declare-fun s () String)\n(declare-fun t () String)\n(assert (= t s))\n(assert (distinct 1 2))\n"
      "(assert (and (= (str.++ s \"a\") (ite true (str.++ \"b\" s) s)) (not (= \"\" t))))\n(check-sat)\n");
  const auto says_sat = [&](const core::Case& candidate) {  // which is wrong only where the case is unsatisfiable
    return SmtFacts::from_json(candidate.metadata)->truths == std::vector{Truth::Unsat} &&
           simplified_in(candidate.files[0].content) == simplified_in(refuted.files[0].content);
  };
  const core::Case small = reduce_by_simplification(refuted, says_sat, {});
  const std::string& text = small.files[0].content;
  EXPECT_EQ(text.find("distinct"), std::string::npos) << text;
  EXPECT_EQ(text.find("ite"), std::string::npos) << text;
  EXPECT_LT(text.size(), refuted.files[0].content.size());
}

TEST(Simplified, ASatisfiableCaseIsLeftAlone) {
  core::Case open = unsatisfiable("(declare-fun x () Int)\n(assert (= x 1))\n(assert true)\n(check-sat)\n");
  SmtFacts facts;
  facts.truths = {Truth::Open};
  open.metadata = facts.json();
  const auto fails = [](const core::Case&) { return true; };
  EXPECT_EQ(reduce_by_simplification(open, fails, {}).files[0].content, open.files[0].content);
}

}  // namespace
}  // namespace assay::smt
