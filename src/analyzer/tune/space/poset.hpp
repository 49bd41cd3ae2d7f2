#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::analyzer::tune {

/// A strict order between values: [value][than] says that the first is less precise.
using Order = std::vector<std::vector<bool>>;

/// The transitive closure of pairs of indices below `size`.
[[nodiscard]] Order closure(std::size_t size, const std::vector<std::pair<std::size_t, std::size_t>>& pairs);
/// A value that is less precise than itself: the pairs have a cycle. Nothing: the order is asymmetric.
[[nodiscard]] std::optional<std::size_t> on_cycle(const Order& order);
/// The same order without one value; what is known through it stays.
[[nodiscard]] Order without_value(const Order& order, std::size_t value);
/// Values right above (`up`) or right below it: with none in between.
[[nodiscard]] std::vector<std::size_t> neighbours(const Order& order, std::size_t value, bool up);
/// Those of `among` that have none of `among` below them.
[[nodiscard]] std::vector<std::size_t> minimal(const Order& order, const std::vector<std::size_t>& among);

}  // namespace assay::analyzer::tune
