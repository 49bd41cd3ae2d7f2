#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace assay::core {

/// The cost of a pair; nullopt: the pair is impossible.
using PairCost = std::function<std::optional<std::uint64_t>(std::size_t left, std::size_t right)>;

/// Pairs of positions in two sequences, in ascending order on both sides: as many as possible, and of these the
/// cheapest. Longer sequences than 1,000,000 possible pairs are paired from the beginning.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> pairs_in_order(std::size_t left, std::size_t right,
                                                                              const PairCost& cost);

}  // namespace assay::core
