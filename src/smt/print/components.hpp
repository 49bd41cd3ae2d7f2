#pragma once

#include <cstddef>
#include <vector>

namespace assay::smt {

/// The strongly connected components of a graph over 0..n-1, every component after those that it points to, its members
/// in order. (Tarjan, SIAM J. Comput. 1972; iterative.)
[[nodiscard]] std::vector<std::vector<std::size_t>> components(const std::vector<std::vector<std::size_t>>& edges);

}  // namespace assay::smt
