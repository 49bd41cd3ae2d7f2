#include "claims.hpp"

#include <algorithm>

namespace assay::analyzer {

void count_unread(Claims& claims, std::string_view reason) {
  auto at = std::lower_bound(claims.unread.begin(), claims.unread.end(), reason,
                             [](const auto& row, std::string_view wanted) { return row.first < wanted; });
  if (at == claims.unread.end() || at->first != reason) at = claims.unread.insert(at, {std::string(reason), 0});
  ++at->second;
}

}  // namespace assay::analyzer
