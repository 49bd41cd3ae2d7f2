#include "trigger/source/sources.hpp"

#include <algorithm>

namespace assay::trigger {
namespace {

/// The first limit of a run: a part of all the time, but no less than this; and how much higher each next one is.
constexpr double kPartOfFirst = 1.0 / 20;
constexpr double kShortest = 0.25;
constexpr double kHigher = 2;

}  // namespace

double limit_after(const SynthesisOptions& options, std::size_t times) {
  double limit = std::min(options.seconds_per_check, std::max(kShortest, kPartOfFirst * options.seconds));
  for (std::size_t i = 0; i < times && limit < options.seconds_for_few(); ++i) limit *= kHigher;
  return std::min(limit, options.seconds_for_few());
}

}  // namespace assay::trigger
