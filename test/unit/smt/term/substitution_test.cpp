#include "smt/term/substitution.hpp"

#include <gtest/gtest.h>

#include <array>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

class Substitutions : public ::testing::Test {
 protected:
  /// The body of (forall ((x Int) (y Int)) ...).
  TermId body(const std::string& text) {
    const Result<Script> script =
        parse_script(store, "(declare-fun f (Int) Int)(assert (forall ((x Int) (y Int)) " + text + "))", "test");
    EXPECT_TRUE(script.ok());
    return store.children(script->commands.back().terms.at(0))[0];
  }
  TermId variable(const std::string& name) { return store.variable({store.symbol(name), store.int_sort()}); }
  std::string replaced(const std::string& text, TermId by) {
    VariableSubstitution substitution(store, "t");
    const std::array<Replacement, 1> replacements = {Replacement{store.symbol("x"), by}};
    return to_string(store, substitution.replaced(body(text), replacements));
  }

  TermStore store;
};

TEST_F(Substitutions, ReplaceFreeVariablesOnly) {
  EXPECT_EQ(replaced("(< x (f y))", variable("y")), "(< y (f y))");
  EXPECT_EQ(replaced("(< (f y) 3)", variable("z")), "(< (f y) 3)");
}

TEST_F(Substitutions, CaptureNoVariable) {
  const std::string made = replaced("(exists ((k Int)) (< x k))", variable("k"));
  EXPECT_NE(made.find("(< k |k|t0|)"), std::string::npos) << made;
  EXPECT_EQ(replaced("(exists ((k Int)) (< y k))", variable("k")), "(exists ((k Int)) (< y k))")
      << "nothing is replaced below it";
}

TEST_F(Substitutions, GiveNewNamesEachTime) {
  VariableSubstitution substitution(store, "t");
  const TermId formula = body("(exists ((k Int)) (< x k))");
  const std::array<Replacement, 1> replacements = {Replacement{store.symbol("x"), variable("z")}};
  EXPECT_NE(substitution.replaced(formula, replacements), substitution.replaced(formula, replacements));
}

}  // namespace
}  // namespace assay::smt
