#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::analyzer::tune {

/// A strict order between values: [value][than] is true if `value` is less precise than `than`.
using Order = std::vector<std::vector<bool>>;

/// The transitive closure of pairs of indices below `size`.
[[nodiscard]] Order closure(std::size_t size, const std::vector<std::pair<std::size_t, std::size_t>>& pairs);
/// A value that is less precise than itself, because the pairs have a cycle. Nullopt: the order is valid.
[[nodiscard]] std::optional<std::size_t> on_cycle(const Order& order);
/// The same order without one value. Relations that follow through the value stay.
[[nodiscard]] Order without_value(const Order& order, std::size_t value);
/// The values immediately above (`up`) or below a value.
[[nodiscard]] std::vector<std::size_t> neighbours(const Order& order, std::size_t value, bool up);
/// The values in `among` that have no other value of `among` below them.
[[nodiscard]] std::vector<std::size_t> minimal(const Order& order, const std::vector<std::size_t>& among);

}  // namespace assay::analyzer::tune
