#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::core {

/// How reliably a target answers an input: its success rate over variants of the input that mean the same.
enum class Stability : std::uint8_t {
  Unstable,      ///< it answers some variants, and too many others not
  Unsolvable,    ///< it answers almost no variant
  Inconclusive,  ///< the runs do not decide the class
  Stable,        ///< it answers almost every variant
  NotTested,     ///< it does not take the input
};
[[nodiscard]] std::string_view name(Stability stability);  ///< "not-tested"
/// The gravest first.
[[nodiscard]] const std::vector<Stability>& all_stabilities();

/// Classifies a success rate from a sequence of runs, and asks for no more runs than that needs. Two sequential
/// probability ratio tests (Wald, 1945) see each run: one tests a rate of at most 90 % against at least 98 %, the other
/// at most 2 % against at least 10 %. Their dividing lines are success rates of 95 % and 5 %, as in Mariposa (FMCAD
/// 2023). If the true rate is outside of the two zones between, each test errs with a probability of at most 1 -
/// confidence. A rate inside of a zone may get either class.
class StabilityTest {
 public:
  /// `confidence`: at least 0.5 and below 1. After `max_runs` runs without a class, the result is Inconclusive.
  StabilityTest(double confidence, std::uint64_t max_runs);

  void add(bool success);
  /// True if the class is certain, or if the runs are used up.
  [[nodiscard]] bool is_over() const { return runs_ >= max_runs_ || result() != Stability::Inconclusive; }
  /// True if it is certain that the class is not Stable.
  [[nodiscard]] bool is_not_stable() const { return stable_.side == RateTest::Side::Low; }
  /// Inconclusive as long as no class is certain.
  [[nodiscard]] Stability result() const;
  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  [[nodiscard]] std::uint64_t successes() const { return successes_; }

 private:
  /// Tests whether a success rate is high or low.
  struct RateTest {
    enum class Side : std::uint8_t { Open, Low, High };
    double low, high;  ///< the rates that are told apart
    double score = 0;  ///< logarithm of the ratio of the likelihoods of `high` and `low`
    Side side = Side::Open;
    void add(bool success, double bound);
  };

  double bound_;  ///< of a score: the logarithm of 1 / (1 - confidence)
  std::uint64_t max_runs_;
  std::uint64_t runs_ = 0, successes_ = 0;
  RateTest stable_, solvable_;
};

}  // namespace assay::core
