#include "core/store/joined_curve.hpp"

#include <algorithm>
#include <cmath>

namespace assay::core {
namespace {

/// Moments with the same slot are merged.
long slot_of(double seconds) {
  constexpr double kRatio = 1.001;
  constexpr double kMinSeconds = 1e-3;
  return std::lround(std::floor(std::log(std::max(seconds, kMinSeconds)) / std::log(kRatio)));
}

void add_up(CpuShares& sum, const CpuShares& now, const CpuShares& before) {
  sum.own += now.own - before.own;
  sum.generate += now.generate - before.generate;
  sum.target += now.target - before.target;
}

}  // namespace

void JoinedCurve::add(const std::vector<Sample>& curve) {
  Sample before;
  for (const Sample& now : curve) {
    Sample& sum = growth_[slot_of(now.seconds)];
    sum.seconds = std::max(sum.seconds, now.seconds);
    // Unsigned sums wrap, so a decreasing curve (two findings become one) still gives the right sums.
    sum.tests += now.tests - before.tests;
    sum.findings += now.findings - before.findings;
    add_up(sum.cpu, now.cpu, before.cpu);
    before = now;
  }
}

std::vector<Sample> JoinedCurve::samples() const {
  std::vector<Sample> out;
  Sample reached;
  for (const auto& [slot, growth] : growth_) {
    reached.seconds = growth.seconds;
    reached.tests += growth.tests;
    reached.findings += growth.findings;
    add_up(reached.cpu, growth.cpu, {});
    out.push_back(reached);
  }
  return out;
}

}  // namespace assay::core
