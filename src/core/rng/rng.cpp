#include "core/rng/rng.hpp"

namespace assay::core {

std::size_t Rng::weighted(const std::vector<unsigned>& weights) {
  std::uint64_t total = 0;
  for (const unsigned w : weights) total += w;
  std::uint64_t draw = below(total);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (draw < weights[i]) return i;
    draw -= weights[i];
  }
  ASSAY_CHECK(false, "weights shrank while drawing");
}

}  // namespace assay::core
