#include "core/target/stability.hpp"

#include <array>
#include <cmath>

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"unstable", "unsolvable", "inconclusive", "stable", "not-tested"};

// The rates that the two tests tell apart, as docs/user/smt-stability.md says.
constexpr double kUnstableRate = 0.90, kStableRate = 0.98;
constexpr double kUnsolvableRate = 0.02, kSolvableRate = 0.10;

}  // namespace

std::string_view name(Stability stability) { return kNames[static_cast<std::size_t>(stability)]; }

const std::vector<Stability>& all_stabilities() {
  static const std::vector<Stability> all = {Stability::Unstable, Stability::Unsolvable, Stability::Inconclusive,
                                             Stability::Stable, Stability::NotTested};
  return all;
}

void StabilityTest::RateTest::add(bool success, double bound) {
  if (side != Side::Open) return;
  score += success ? std::log(high / low) : std::log((1 - high) / (1 - low));
  if (score >= bound) side = Side::High;
  if (score <= -bound) side = Side::Low;
}

StabilityTest::StabilityTest(double confidence, std::uint64_t max_runs)
    : bound_(-std::log(1 - confidence)),
      max_runs_(max_runs),
      stable_{kUnstableRate, kStableRate},
      solvable_{kUnsolvableRate, kSolvableRate} {}

void StabilityTest::add(bool success) {
  ++runs_;
  if (success) ++successes_;
  stable_.add(success, bound_);
  solvable_.add(success, bound_);
}

Stability StabilityTest::result() const {
  using Side = RateTest::Side;
  if (solvable_.side == Side::Low) return Stability::Unsolvable;
  if (stable_.side == Side::High) return Stability::Stable;
  const bool is_between = stable_.side == Side::Low && solvable_.side == Side::High;
  return is_between ? Stability::Unstable : Stability::Inconclusive;
}

}  // namespace assay::core
