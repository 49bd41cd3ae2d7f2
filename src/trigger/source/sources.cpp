#include "trigger/source/sources.hpp"

#include <algorithm>

namespace assay::trigger {
namespace {

/// The first limit of a run is this share of the total time, at least kMinSeconds. Later limits grow by kGrowth.
constexpr double kFirstShare = 1.0 / 20;
constexpr double kMinSeconds = 0.25;
constexpr double kGrowth = 2;

}  // namespace

double limit_after(const SynthesisOptions& options, std::size_t times) {
  double limit = std::min(options.seconds_per_check, std::max(kMinSeconds, kFirstShare * options.seconds));
  for (std::size_t i = 0; i < times && limit < options.seconds_for_few(); ++i) limit *= kGrowth;
  return std::min(limit, options.seconds_for_few());
}

}  // namespace assay::trigger
