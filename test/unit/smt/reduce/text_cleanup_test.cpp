#include "smt/reduce/text_cleanup.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

TEST(ConstantOperands, GoWhereTheyMeanNothing) {
  const auto simplified = [](const std::string& formula) {
    return without_constant_operands("(assert " + formula + ") ; kept\n");
  };
  const auto kept = [](const std::string& formula) { return "(assert " + formula + ") ; kept\n"; };
  EXPECT_EQ(simplified("(and true p  true)"), kept("p"));
  EXPECT_EQ(simplified("(and p false)"), kept("false"));
  EXPECT_EQ(simplified("(or false p q)"), kept("(or p q)"));
  EXPECT_EQ(simplified("(or (not false) p)"), kept("true"));
  EXPECT_EQ(simplified("(=> true p)"), kept("p"));
  EXPECT_EQ(simplified("(=> p true q)"), kept("(=> p q)"));
  EXPECT_EQ(simplified("(=> p false q)"), kept("true"));
  EXPECT_EQ(simplified("(=> p q true)"), kept("true"));
  EXPECT_EQ(simplified("(forall ((x Int)) (! (or true p) :pattern ((f x))))"), kept("true"));
  EXPECT_EQ(simplified("(f true)"), kept("(f true)")) << "an argument has a meaning";
  EXPECT_EQ(simplified("(= true  p)"), kept("(= true  p)"));
}

TEST(ConstantOperands, BindingsThatNothingNamesGo) {
  EXPECT_EQ(without_constant_operands("(assert (let ((a true)) p))"), "(assert p)");
  EXPECT_EQ(without_constant_operands("(assert (let ((a true) (b (and true q))) (f b)))"),
            "(assert (let ( (b q)) (f b)))");
}

TEST(ConstantOperands, OfDeepTermsStayWhereTheirRemovalCostsTooMuch) {
  std::string script = "(assert ";
  for (int i = 0; i < 50'000; ++i) script += "(and (p " + std::to_string(i) + ") ";
  script += "(and q true)" + std::string(50'000, ')') + ")";
  EXPECT_EQ(without_constant_operands(script), script);
}

TEST(QuantifierNames, GoAlone) {
  EXPECT_EQ(without_quantifier_names("(assert (forall ((x Int)) (! (p x) :qid |a b| :pattern ((f x)) :skolemid |1|)))"),
            "(assert (forall ((x Int)) (! (p x) :pattern ((f x)))))");
  EXPECT_EQ(without_quantifier_names("(assert (! p :qid a))"), "(assert p)");
}

}  // namespace
}  // namespace assay::smt
