#include "core/reduce/minimize.hpp"

#include <algorithm>

namespace assay::core {

std::vector<bool> minimize_kept(std::size_t count, const std::function<bool(const std::vector<bool>&)>& fails,
                                const std::function<bool()>& is_over) {
  std::vector<bool> kept(count, true);
  for (std::size_t size = std::max<std::size_t>(count, 1); size > 0 && count > 0; size /= 2) {
    bool dropped = true;
    while (dropped) {
      dropped = false;
      for (std::size_t start = 0; start < count; start += size) {
        if (is_over && is_over()) return kept;
        std::vector<bool> fewer = kept;
        for (std::size_t i = start; i < std::min(count, start + size); ++i) fewer[i] = false;
        if (fewer == kept || !fails(fewer)) continue;
        kept = std::move(fewer);
        dropped = size == 1;  // single items that the dropped item needed may be dropped now
      }
    }
  }
  return kept;
}

}  // namespace assay::core
