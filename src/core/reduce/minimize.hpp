#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace assay::core {

/// Minimizes the set of kept items, of `count`, with `fails(kept)`: drops long runs of items first, then shorter ones
/// (Zeller and Hildebrandt's delta debugging, complements only). Returns for each item whether it is kept. `is_over`:
/// true ends the search; empty: it ends by itself.
[[nodiscard]] std::vector<bool> minimize_kept(std::size_t count,
                                              const std::function<bool(const std::vector<bool>&)>& fails,
                                              const std::function<bool()>& is_over = {});

}  // namespace assay::core
