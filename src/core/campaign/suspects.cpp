#include "core/campaign/suspects.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay::core {

std::string Suspects::add(Finding bug) {
  const std::lock_guard guard(mutex_);
  Group& group = groups_[{bug.target, bug.kind, bug.reason}];
  std::tuple key(bug.smallest_bytes(), bug.original.index, bug.id);
  if (group.bugs.contains(key)) return {};
  ++group.seen;
  group.bugs.emplace(std::move(key), std::move(bug));
  if (group.bugs.size() <= kKept) return {};
  const auto largest = std::prev(group.bugs.end());
  std::string dropped = largest->second.id;
  group.bugs.erase(largest);
  return dropped;
}

std::optional<Finding> Suspects::take() {
  const std::lock_guard guard(mutex_);
  Group* next = nullptr;
  for (auto& [key, group] : groups_) {
    if (group.bugs.empty()) continue;
    const bool sooner = next == nullptr || std::pair(group.taken, group.seen) < std::pair(next->taken, next->seen);
    if (sooner) next = &group;
  }
  if (next == nullptr) return std::nullopt;
  Finding bug = std::move(next->bugs.begin()->second);
  next->bugs.erase(next->bugs.begin());
  ++next->taken;
  return bug;
}

std::size_t Suspects::groups() const {
  const std::lock_guard guard(mutex_);
  return static_cast<std::size_t>(
      std::count_if(groups_.begin(), groups_.end(), [](const auto& one) { return !one.second.bugs.empty(); }));
}

std::size_t Suspects::waiting() const {
  const std::lock_guard guard(mutex_);
  std::size_t count = 0;
  for (const auto& [key, group] : groups_) count += group.bugs.size();
  return count;
}

}  // namespace assay::core
