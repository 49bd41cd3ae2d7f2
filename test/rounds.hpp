#pragma once

#include <cstdint>
#include <cstdlib>

namespace assay {

/// How many rounds a random property gets: `usual`, and `all` in the slow tier (`scripts/test --slow`, which sets
/// ASSAY_SLOW). Both begin with the same rounds.
[[nodiscard]] inline std::uint64_t test_rounds(std::uint64_t usual, std::uint64_t all) {
  return std::getenv("ASSAY_SLOW") != nullptr ? all : usual;
}

}  // namespace assay
