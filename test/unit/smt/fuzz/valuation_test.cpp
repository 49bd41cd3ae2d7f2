#include "smt/fuzz/seed/valuation.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/witness.hpp"

namespace assay::smt {
namespace {

// As many different nodes as there can be in a seed of the default --max-seed-bytes.
TEST(Valuation, ValuesEachFormulaOfTheLongestSeeds) {
  constexpr std::size_t kMaxBytes = 65'536;
  const std::string declared = "(declare-fun x()Bool)";
  std::string formula = "x";
  while (declared.size() + formula.size() + 40 < kMaxBytes) formula = "(not " + formula + ")";
  auto read = take_apart(declared + "(assert " + formula + ")(check-sat)", "long");
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Fragments>>(read));
  Fragments& seed = *std::get<std::unique_ptr<Fragments>>(read);
  const Model model = default_model(seed);
  Evaluator evaluator(seed.store, model, witness_options(0));
  EXPECT_TRUE(evaluator.evaluate(seed.assertions.at(0)).known()) << evaluator.steps() << " steps";
  EXPECT_TRUE(Valuation(seed, model, 0).left_out().empty());
}

}  // namespace
}  // namespace assay::smt
