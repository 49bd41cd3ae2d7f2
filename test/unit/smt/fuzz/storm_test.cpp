#include <gtest/gtest.h>

#include "smt/fuzz/seed/witness.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/formula_pools.hpp"
#include "support.hpp"

namespace assay::smt {
namespace {

class StormPools : public ::testing::Test {
 protected:
  void SetUp() override {
    seed_ = testing::fragments_of(
        "(declare-const p Bool)(declare-const x Int)(declare-const y Int)"
        "(assert (or p (< x y)))(assert (and (= x 0) (not (= y x))))(assert (xor p (> (+ x y) 1)))(check-sat)");
    ASSERT_NE(seed_, nullptr);
    core::Rng rng(3);
    valuation_ = std::make_unique<Valuation>(*seed_, random_model(*seed_, rng), 0);
    ASSERT_EQ(valuation_->pool().size(), seed_->formulas.size());
  }

  std::unique_ptr<Fragments> seed_;
  std::unique_ptr<Valuation> valuation_;
};

TEST_F(StormPools, KnowTheValueOfWhatTheyConstruct) {
  FormulaPools pools(valuation_->pool(), 64, 500, core::Rng(1));
  ASSERT_EQ(pools.size(), valuation_->pool().size() + 500);
  std::size_t holds = 0;
  for (std::uint32_t i = 0; i < pools.size(); ++i) {
    const TermId term = pools.term(seed_->store, i);
    EXPECT_EQ(valuation_->evaluate(term).value.as_bool(), pools.value(i)) << to_string(seed_->store, term);
    EXPECT_EQ(boolean_depth(seed_->store, term), pools.depth(i));
    holds += pools.value(i) ? 1 : 0;
  }
  EXPECT_GT(holds, 50U);
  EXPECT_LT(holds, 450U);
}

TEST_F(StormPools, KeepTheDepth) {
  for (const unsigned depth : {1U, 2U, 5U}) {
    FormulaPools pools(valuation_->pool(), depth, 300, core::Rng(1));
    EXPECT_GT(pools.size(), 20U);
    for (std::uint32_t i = 0; i < pools.size(); ++i) EXPECT_LE(pools.depth(i), depth);
  }
  // No formula can be constructed below a bound of zero; the leaves stay.
  FormulaPools leaves(valuation_->pool(), 0, 300, core::Rng(1));
  EXPECT_FALSE(leaves.empty());
  EXPECT_LT(leaves.size(), valuation_->pool().size());
}

TEST_F(StormPools, DrawThreeOfTenFromTheInitialPool) {
  const FormulaPools pools(valuation_->pool(), 64, 500, core::Rng(1));
  core::Rng rng(9);
  std::size_t initial = 0;
  constexpr std::size_t kDraws = 20'000;
  for (std::size_t i = 0; i < kDraws; ++i) initial += pools.draw(rng) < valuation_->pool().size() ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(initial) / kDraws, 0.3, 0.02);
}

TEST_F(StormPools, MakeAssertionsThatHoldWithinTheBounds) {
  const auto storm = find_strategy("storm")->make();
  const Rung rung{8, 6};
  std::size_t most = 0;
  core::Rng rng(5);
  for (int i = 0; i < 200; ++i) {
    const CaseSource source{*seed_, *valuation_, rung, nullptr, core::Rng(1), 1};
    const auto assertions = testing::assertions_of(*storm, source, rng);
    ASSERT_FALSE(assertions.empty());
    ASSERT_LE(assertions.size(), rung.assertions);
    most = std::max(most, assertions.size());
    for (const Assertion& assertion : assertions) {
      EXPECT_TRUE(valuation_->evaluate(assertion.term).value.as_bool());
      // One more: the negation of a false formula at the bound.
      EXPECT_LE(boolean_depth(seed_->store, assertion.term), rung.depth + 1);
    }
  }
  EXPECT_EQ(most, rung.assertions);
}

TEST_F(StormPools, MakeNothingOfNothing) {
  const FormulaPools pools({}, 64, 500, core::Rng(1));
  EXPECT_TRUE(pools.empty());
}

}  // namespace
}  // namespace assay::smt
