#pragma once

#include <cstdint>

namespace assay::core {

/// Whose turn a position of a schedule is, if some inputs are preferred (--changed-tests, --focus).
struct PreferredTurn {
  bool is_preferred = false;  ///< three of four positions, the first three included
  std::uint64_t number = 0;   ///< number of earlier turns of the same kind
};
[[nodiscard]] constexpr PreferredTurn preferred_turn(std::uint64_t position) {
  constexpr std::uint64_t kCycle = 4;
  if (position % kCycle == kCycle - 1) return {false, position / kCycle};
  return {true, position / kCycle * (kCycle - 1) + position % kCycle};
}

}  // namespace assay::core
