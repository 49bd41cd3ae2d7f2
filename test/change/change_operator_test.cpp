// An operator that is not in the tree, with a row in a copy of its theory's table. The tests of all operators
// (conformance/operators_test.cpp) go over the row and its examples, too.

#include <gtest/gtest.h>

#include <algorithm>

#include "assay/smt/script.hpp"
#include "smt/draw/draw_patterns.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kScript =
    "(set-logic QF_NIA)\n(declare-fun x () Int)\n(assert (= (int.gcd x 6) 3))\n(check-sat)\n";

TEST(ChangeOperator, IsReadAndPrinted) {
  TermStore store;
  const auto script = parse_script(store, kScript, "example");
  ASSERT_TRUE(script.ok()) << script.error().text();
  EXPECT_EQ(print_script(store, *script), kScript);
  EXPECT_FALSE(features_of(store, *script).opaque);
}

TEST(ChangeOperator, HasNoSortForOtherArguments) {
  TermStore store;
  const auto script = parse_script(store, "(assert (= (int.gcd true 6) 3))", "example");
  ASSERT_TRUE(script.ok()) << script.error().text();
  EXPECT_TRUE(features_of(store, *script).opaque);
}

TEST(ChangeOperator, IsDrawnByTheFuzzer) {
  const OperatorId gcd = Operators::get().at("int.gcd");
  const auto& patterns = operator_patterns();
  const auto drawn = std::find_if(patterns.begin(), patterns.end(), [&](const auto& one) { return one.op == gcd; });
  ASSERT_NE(drawn, patterns.end());
  EXPECT_FALSE(drawn->standard);
}

}  // namespace
}  // namespace assay::smt
