#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "rounds.hpp"
#include "smt/fuzz/fuzz_generator.hpp"
#include "smt/fuzz/seed/pair.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

std::shared_ptr<FuzzConfig> fusing(std::vector<Seed> seeds) {
  auto config = testing::generating_config(std::move(seeds));
  config->strategies = {find_strategy("fuse")};
  config->weights = {1};
  return config;
}

std::optional<SeedPair> pair_of(const Fragments& first, std::string_view second_text) {
  const auto second = second_side(second_text, "s!");
  if (!second || collide(first_side(first), *second)) return std::nullopt;
  return joined(first_side(first), *second);
}

TEST(Pairs, HaveNoFunctionInCommon) {
  const auto first = testing::fragments_of("(declare-fun f (Int) Int)(declare-const x Int)(assert (> (f x) 2))");
  const auto pair = pair_of(*first, "(declare-fun f (Int) Int)(declare-const x Bool)(assert (or x (= (f 1) 2)))");
  ASSERT_TRUE(pair.has_value());
  EXPECT_EQ(pair->both->assertions.size(), 2U);
  EXPECT_EQ(pair->both->functions.size(), 4U);
  EXPECT_TRUE(pair->of_first.contains(pair->both->assertions[0]));
  EXPECT_FALSE(pair->of_first.contains(pair->both->assertions[1]));
}

TEST(Pairs, AreNotMadeWhereNamesOfSortsMeetOrFunctionsAreDefined) {
  const auto first = testing::fragments_of("(declare-sort U 0)(declare-const x U)(assert (= x x))");
  EXPECT_FALSE(pair_of(*first, "(declare-sort U 0)(declare-const y U)(assert (= y y))").has_value());
  EXPECT_FALSE(
      pair_of(*first, "(define-fun g ((n Int)) Int (+ n 1))(declare-const y Int)(assert (= (g y) 2))").has_value());
  EXPECT_FALSE(pair_of(*first, "(assert").has_value());
  EXPECT_TRUE(pair_of(*first, "(declare-sort V 0)(declare-const x V)(assert (= x x))").has_value());
}

TEST(Pairs, ShareASortWhereEachHasAConstantOfIt) {
  const auto first = first_side(*testing::fragments_of("(declare-const x Int)(assert (= x 2))"));
  const auto of = [](std::string_view text) { return second_side(text, "s!").value(); };
  EXPECT_TRUE(share_sort(first, of("(declare-const y Int)(assert (= y 1))")));
  EXPECT_FALSE(share_sort(first, of("(declare-const y Real)(assert (= y 1.0))")));
  EXPECT_FALSE(share_sort(first, of("(declare-fun f (Real) Int)(assert (= (f 1.0) 1))")));
}

TEST(Fuse, MakesBothTruthsAndFusesInEach) {
  const auto config = fusing(testing::shipped_seeds());
  Generator generator(*config);
  std::size_t sat = 0;
  std::size_t unsat = 0;
  std::size_t fused = 0;
  const std::uint64_t kCases = test_rounds(100, 300);
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr) continue;
    ASSERT_EQ(testing::what_is_wrong(*subject), "") << subject->files[0].content;
    const auto facts = SmtFacts::from_json(subject->metadata);
    sat += facts->truths.back() == Truth::Sat ? 1 : 0;
    unsat += facts->truths.back() == Truth::Unsat ? 1 : 0;
    fused += subject->files[0].content.find("p!z0") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(sat, kCases / 6);
  EXPECT_GT(unsat, kCases / 6);
  EXPECT_GT(fused, kCases * 6 / 10);
}

// Without other seeds, a seed is fused with a copy of itself.
TEST(Fuse, FusesASeedWithItself) {
  const std::string text = "(declare-const x Int)(declare-const y Int)(assert (< (* x y) (+ x 3)))(assert (> y 2))";
  const auto config = fusing({{"one.smt2", text, 2}});
  Generator generator(*config);
  std::size_t made_cases = 0;
  for (std::uint64_t index = 0; index < 48; ++index) {
    const auto made = generator.generate(index);
    const auto* subject = testing::case_in(made);
    if (subject == nullptr) continue;
    ASSERT_EQ(testing::what_is_wrong(*subject), "") << subject->files[0].content;
    ++made_cases;
  }
  EXPECT_GT(made_cases, 36U);
}

}  // namespace
}  // namespace assay::smt
