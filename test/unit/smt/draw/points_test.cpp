#include "smt/draw/points.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

/// Whether a model of the script's assertions is found.
bool finds(const std::string& text, unsigned tries) {
  TermStore store;
  const Result<Script> script = parse_script(store, text, "search");
  EXPECT_TRUE(script.ok()) << (script.ok() ? "" : script.error().text());
  std::vector<TermId> terms;
  for (const Command& command : script->commands)
    if (command.kind == CommandKind::Assert) terms.push_back(command.terms[0]);
  return draw_point(store, terms, tries).point.has_value();
}

TEST(ModelSearch, SetsWhatEquationsDemand) {
  EXPECT_TRUE(finds("(declare-const x Int)(declare-const y Int)(assert (= x 12345))(assert (= y (* x x)))", 10));
  EXPECT_FALSE(finds("(declare-const x Int)(assert (= x 1))(assert (= x 2))", 10));
}

// Each assignment takes 16 million instances: of 100,000 assignments only a few are tried.
TEST(ModelSearch, EndsWhereEvaluationsTakeMuchWork) {
  std::string formula = "(or (= (bvmul x y) (bvmul y x)) (= z x) p)";
  for (const char* variable : {"x", "y", "z"})
    formula = "(forall ((" + std::string(variable) + " (_ BitVec 8))) " + formula + ")";
  EXPECT_FALSE(finds("(declare-const p Bool)(assert " + formula + ")(assert (not (= p p)))", 100'000));
}

}  // namespace
}  // namespace assay::smt
