#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

Enumeration::Kind tried(const std::string& text, std::uint64_t most = 1024) {
  TermStore store;
  const auto script = parse_script(store, text, "test");
  EXPECT_TRUE(script.ok()) << (script.ok() ? "" : script.error().text());
  if (!script) return Enumeration::Kind::Unknown;
  std::vector<TermId> terms;
  for (const Command& command : script->commands)
    if (command.kind == CommandKind::Assert) terms.push_back(command.terms[0]);
  const Enumeration result = try_all_assignments(store, terms, most);
  if (result.kind == Enumeration::Kind::Satisfiable) {
    Evaluator evaluator(store, result.model);
    for (const TermId term : terms) EXPECT_TRUE(evaluator.evaluate(term).value.as_bool());
  }
  return result.kind;
}

constexpr const char* kTwo = "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))";

TEST(Enumerations, ProveBothAnswers) {
  using Kind = Enumeration::Kind;
  const std::string two = kTwo;
  EXPECT_EQ(tried(two + "(assert (= (bvmul x y) #b110))(assert (bvult x y))"), Kind::Satisfiable);
  EXPECT_EQ(tried(two + "(assert (= (bvmul x x) #b011))"), Kind::Unsatisfiable);
  EXPECT_EQ(tried(two + "(assert (bvult x y))(assert (bvult y x))"), Kind::Unsatisfiable);
  EXPECT_EQ(tried(two + "(assert (forall ((z (_ BitVec 3))) (bvule x (bvor z y))))(assert (distinct x #b000))"
                        "(assert (= y #b000))"),
            Kind::Unsatisfiable);
  EXPECT_EQ(tried("(assert false)"), Kind::Unsatisfiable);
  EXPECT_EQ(tried("(declare-datatype C ((red) (green)))(declare-const c C)(assert (distinct c red))(assert (distinct c "
                  "green))"),
            Kind::Unsatisfiable);
}

// A new value of a constant also changes terms that use it through a definition or below a quantifier.
TEST(Enumerations, ValueWhatAChangeConcernsAnew) {
  using Kind = Enumeration::Kind;
  const std::string three = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)";
  EXPECT_EQ(tried(three + "(define-fun d () Bool (and p q))(define-fun e () Bool (and d r))(assert e)"),
            Kind::Satisfiable);
  EXPECT_EQ(tried(three + "(define-fun f ((b Bool)) Bool (and b (or p q)))(assert (and (f r) (not (f q)) (not q)))"),
            Kind::Satisfiable);
  EXPECT_EQ(tried(three + "(assert (forall ((b Bool)) (=> (= b p) (and b q (= r q)))))"), Kind::Satisfiable);
  EXPECT_EQ(tried(three + "(define-fun d () Bool (xor p q))(assert (and d (= p q)))(assert r)"), Kind::Unsatisfiable);
}

// 256 instances under each of 1,024 assignments, all false; the assertion that was false last is evaluated first.
TEST(Enumerations, EndWhereAssignmentsTakeLong) {
  const std::string ten = "(declare-const x (_ BitVec 10))";
  const std::string never = "(assert (bvult x x))";
  const std::string slow = "(assert (exists ((z (_ BitVec 8))) (= (bvmul x (concat #b0 z #b0)) #b1111111111)))";
  EXPECT_EQ(tried(ten + slow + never), Enumeration::Kind::Unknown);
  EXPECT_EQ(tried(ten + never + slow), Enumeration::Kind::Unsatisfiable);
}

TEST(Enumerations, SayNothingOfWhatTheyCannotTry) {
  using Kind = Enumeration::Kind;
  EXPECT_EQ(tried(std::string(kTwo) + "(assert (bvult x y))(assert (bvult y x))", 63), Kind::Unknown)
      << "64 assignments";
  EXPECT_EQ(tried("(declare-const n Int)(assert (< n n))"), Kind::Unknown);
  EXPECT_EQ(tried("(declare-fun f (Bool) Bool)(assert (and (f true) (not (f true))))"), Kind::Unknown);
  EXPECT_EQ(tried("(declare-sort U 0)(declare-const u U)(assert (distinct u u))"), Kind::Unknown);
  EXPECT_EQ(tried("(declare-const p Bool)(assert p)(assert (= (div 1 0) 7))"), Kind::Unknown)
      << "the standard leaves it open";
  EXPECT_EQ(tried("(declare-const p Bool)(assert (and p (not p)))(assert (= (div 1 0) 7))"), Kind::Unsatisfiable);
}

}  // namespace
}  // namespace assay::smt
