#include "smt/fuzz/terms/fusion.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "assay/smt/eval.hpp"
#include "smt/draw/random_value.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

constexpr const char* kSorts[] = {"Bool",
                                  "Int",
                                  "Real",
                                  "(_ BitVec 1)",
                                  "(_ BitVec 7)",
                                  "(_ BitVec 32)",
                                  "String",
                                  "(Seq Int)",
                                  "(_ FloatingPoint 5 11)",
                                  "RoundingMode",
                                  "(Array Int Bool)",
                                  "(Array (_ BitVec 2) (_ FloatingPoint 3 4))"};
constexpr unsigned kFusedPairs = 150;  // pairs of values of each row and sort

class FusionRows : public ::testing::TestWithParam<const char*> {};

// The evaluator checks every row over boundary and random values: both constants come back.
TEST_P(FusionRows, GiveBothConstantsBack) {
  const std::string declared = std::string("(declare-const x ") + GetParam() + ")(declare-const y " + GetParam() + ")";
  const auto seed = testing::fragments_of(declared + "(assert (= x x))(assert (= y y))");
  ASSERT_NE(seed, nullptr);
  TermStore& store = seed->store;
  const TermId x = store.call_as(seed->functions[0], {}, store.node(seed->functions[0]).result);
  const TermId y = store.call_as(seed->functions[1], {}, store.node(seed->functions[1]).result);
  RandomValues values(store, seed->literals);
  core::Rng rng(1);
  std::size_t rows = 0;
  for (const FusionRow& row : fusion_rows()) {
    const auto fusion = fusion_of(store, row, x, y, "z!" + std::to_string(rows));
    if (!fusion) continue;
    ++rows;
    unsigned holds = 0;
    for (unsigned i = 0; i < kFusedPairs; ++i) {
      Model model;
      for (const TermId constant : {x, y}) {
        const auto value =
            rng.coin() ? values.degenerate(store.sort_of(constant), rng) : values.draw(store.sort_of(constant), rng);
        model.functions[store.function_of(constant)].fallback = value;
      }
      if (fusion->base)
        model.functions[store.function_of(*fusion->base)].fallback = default_value(store, store.sort_of(*fusion->base));
      Evaluator fusing(store, model);
      ASSERT_TRUE(fusing.evaluate(fusion->needs).known());
      if (!fusing.evaluate(fusion->needs).value.as_bool()) continue;
      ++holds;
      const Outcome fused = fusing.evaluate(fusion->fused);
      ASSERT_TRUE(fused.known()) << row.fuse;
      model.functions[store.function_of(fusion->z)].fallback = fused.value;
      Evaluator inverting(store, model);
      ASSERT_EQ(inverting.evaluate(fusion->first).value, inverting.evaluate(x).value)
          << row.first << print_model(store, model);
      ASSERT_EQ(inverting.evaluate(fusion->second).value, inverting.evaluate(y).value)
          << row.second << print_model(store, model);
    }
    EXPECT_GT(holds, kFusedPairs / 10) << row.fuse;
  }
  EXPECT_GE(rows, 1U);
}

INSTANTIATE_TEST_SUITE_P(Sorts, FusionRows, ::testing::ValuesIn(kSorts));

// x comes back without x, y without y; otherwise nothing would be fused.
TEST(Fusions, DoNotUseWhatTheyGiveBack) {
  for (const FusionRow& row : fusion_rows()) {
    const auto words = [](std::string_view text) {
      std::string spaced(text);
      for (char& c : spaced)
        if (c == '(' || c == ')') c = ' ';
      return " " + spaced + " ";
    };
    EXPECT_EQ(words(row.first).find(" x "), std::string::npos) << row.first;
    EXPECT_EQ(words(row.second).find(" y "), std::string::npos) << row.second;
    EXPECT_NE(words(row.first).find(" z "), std::string::npos) << row.first;
    EXPECT_NE(words(row.second).find(" z "), std::string::npos) << row.second;
  }
}

TEST(Fusions, AreOnlyOfConstantsOfOneSortThatTheRowIsAbout) {
  const auto seed =
      testing::fragments_of("(declare-const x Int)(declare-const y Real)(assert (= x x))(assert (= y y))");
  TermStore& store = seed->store;
  const TermId x = store.call_as(seed->functions[0], {}, store.int_sort());
  const TermId y = store.call_as(seed->functions[1], {}, store.real_sort());
  for (const FusionRow& row : fusion_rows()) {
    EXPECT_FALSE(fusion_of(store, row, x, y, "z").has_value()) << row.fuse;
    const bool is_about = row.kind == SortKind::Int || row.kind == SortKind::Unknown;
    EXPECT_EQ(fusion_of(store, row, x, x, "z").has_value(), is_about) << row.fuse;
  }
}

}  // namespace
}  // namespace assay::smt
