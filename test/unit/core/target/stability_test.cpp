#include "core/target/stability.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/rng/rng.hpp"

namespace assay::core {
namespace {

/// The classes of simulated inputs with a success rate, and the runs that they need.
struct Simulation {
  std::map<Stability, unsigned> classes;
  double runs = 0;  ///< mean
};

constexpr unsigned kInputs = 2000;

Simulation simulate(double rate, double confidence = 0.95, std::uint64_t max_runs = 180) {
  constexpr std::uint64_t kParts = 1'000'000;
  Simulation out;
  for (unsigned input = 0; input < kInputs; ++input) {
    Rng rng = Rng(7).split(input);
    StabilityTest test(confidence, max_runs);
    while (!test.is_over()) test.add(rng.below(kParts) < static_cast<std::uint64_t>(rate * kParts));
    ++out.classes[test.result()];
    out.runs += static_cast<double>(test.runs()) / kInputs;
  }
  return out;
}

TEST(StabilityTest, ErrsAtMostAsOftenAsTheConfidenceAllows) {
  constexpr unsigned kErrors = kInputs / 20 + 30;  // 5 %, and three standard deviations
  for (const double rate : {0.10, 0.5, 0.9}) {
    Simulation found = simulate(rate);
    EXPECT_LE(found.classes[Stability::Stable] + found.classes[Stability::Unsolvable], kErrors) << rate;
  }
  for (const double rate : {0.98, 0.99, 1.0}) {
    Simulation found = simulate(rate);
    EXPECT_LE(found.classes[Stability::Unstable] + found.classes[Stability::Unsolvable], kErrors) << rate;
    EXPECT_GE(found.classes[Stability::Stable], kInputs * 9 / 10) << rate;
  }
  for (const double rate : {0.0, 0.01, 0.02}) {
    Simulation found = simulate(rate);
    EXPECT_LE(found.classes[Stability::Unstable] + found.classes[Stability::Stable], kErrors) << rate;
    EXPECT_GE(found.classes[Stability::Unsolvable], kInputs * 9 / 10) << rate;
  }
}

TEST(StabilityTest, DividesBetweenTheRatesThatItTellsApart) {
  Simulation found = simulate(0.03);
  EXPECT_GT(found.classes[Stability::Unsolvable], found.classes[Stability::Unstable]);
  EXPECT_EQ(found.classes[Stability::Stable], 0U);
  found = simulate(0.97);
  EXPECT_GT(found.classes[Stability::Stable], found.classes[Stability::Unstable]);
}

TEST(StabilityTest, StopsAsSoonAsTheClassIsCertain) {
  EXPECT_NEAR(simulate(1).runs, 36, 1e-6) << "the logarithm of 20, divided by that of 0.98 / 0.90";
  EXPECT_NEAR(simulate(0).runs, 36, 1e-6);
  EXPECT_LT(simulate(0.5).runs, 7);
  EXPECT_LT(simulate(0.9).runs, 40);
  EXPECT_LT(simulate(0.95).runs, 80) << "the rate that takes longest";
  EXPECT_GT(simulate(1, 0.99).runs, 50);
}

TEST(StabilityTest, IsInconclusiveWhenItsRunsAreUsedUp) {
  EXPECT_EQ(simulate(1, 0.95, 35).classes[Stability::Inconclusive], kInputs);
  StabilityTest two(0.95, 180);
  two.add(false);
  EXPECT_FALSE(two.is_not_stable());
  two.add(false);
  EXPECT_TRUE(two.is_not_stable()) << "unstable or unsolvable";
  EXPECT_FALSE(two.is_over());
  StabilityTest none(0.95, 0);
  EXPECT_TRUE(none.is_over());
  EXPECT_EQ(none.result(), Stability::Inconclusive);
}

}  // namespace
}  // namespace assay::core
