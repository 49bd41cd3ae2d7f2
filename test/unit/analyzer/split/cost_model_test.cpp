#include "analyzer/split/plan/cost_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "folder.hpp"

namespace assay::analyzer::splitting {
namespace {

std::vector<CostSample> samples_of(double fixed, double slope, double exponent) {
  std::vector<CostSample> samples;
  for (const double kloc : {1.0, 2.0, 5.0, 10.0, 30.0})
    samples.push_back({kloc, fixed + slope * std::pow(kloc, exponent), 100 + kloc, false});
  return samples;
}

TEST(CostModel, FindsFloorAndExponent) {
  for (const double exponent : {1.0, 1.5, 2.0, 3.0}) {
    const CostCurve curve = fitted(samples_of(9.6, 0.5, exponent), &CostSample::seconds, {});
    EXPECT_NEAR(curve.fixed, 9.6, 0.5) << exponent;
    EXPECT_EQ(curve.exponent, exponent);
    EXPECT_NEAR(curve.at(60), 9.6 + 0.5 * std::pow(60, exponent), 0.05 * curve.at(60));
  }
}

TEST(CostModel, IsNeverNegative) {
  const std::vector<CostSample> falling = {{1, 5, 0, false}, {2, 3, 0, false}, {10, 1, 0, false}};
  const CostCurve curve = fitted(falling, &CostSample::seconds, {});
  EXPECT_GE(curve.slope, 0);
  EXPECT_GE(curve.fixed, 0);
}

TEST(CostModel, TakesTheHintUntilThereAreRuns) {
  const CostCurve hint{2, 1, 2};
  EXPECT_EQ(fitted({}, &CostSample::seconds, hint).at(3), 11);
  // One run that took twice as long: the same shape, twice as high.
  EXPECT_EQ(fitted({{3, 22, 0, false}}, &CostSample::seconds, hint).at(3), 22);
  EXPECT_FALSE(fitted({{3, 22, 0, false}}, &CostSample::seconds, {}).known());
  // A run that was cut off does not change the shape.
  EXPECT_EQ(fitted({{3, 50, 0, true}}, &CostSample::seconds, hint).at(3), 11);
}

TEST(CostModel, IsKept) {
  const TestProject files;
  const std::string path = files.path("deep/costs.json");
  CostStore store(path);
  store.add({1, 2, 3, false});
  store.add({4, 5, 6, true});
  store.add_factor({"a", "b"}, 1);
  store.add_factor({"a"}, 3);
  ASSERT_TRUE(store.save().ok());
  const CostStore again(path);
  ASSERT_EQ(again.samples().size(), 2U);
  EXPECT_EQ(again.samples()[1].kloc, 4);
  EXPECT_TRUE(again.samples()[1].limited);
  EXPECT_EQ(again.factor("a"), 2);
  EXPECT_EQ(again.factor("c"), 1);
  const std::string runs =
      R"({"runs": [[1, 2, 3, false], [1], {"x": 1}, [1, 2, "3", false]], "units": {"a": [1], "b": 3)";
  files.write("broken.json", runs);
  EXPECT_TRUE(CostStore(files.path("broken.json")).samples().empty());
  files.write("odd.json", runs + "}}");
  EXPECT_EQ(CostStore(files.path("odd.json")).samples().size(), 1U);
}

TEST(Makespan, IsThatOfTheBusiestWorker) {
  EXPECT_EQ(makespan({1, 2, 3, 4}, 1), 10);
  EXPECT_EQ(makespan({1, 2, 3, 4}, 2), 5);
  EXPECT_EQ(makespan({9, 1, 1}, 3), 9);
  EXPECT_EQ(makespan({}, 3), 0);
}

}  // namespace
}  // namespace assay::analyzer::splitting
