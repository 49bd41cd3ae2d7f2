#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include "core/finding/finding.hpp"

namespace assay::core {

/// Bugs that wait for their confirmation and reduction, in groups of one target, kind and reason
/// (Module::reduces_later). Threads may share it.
class Suspects {
 public:
  /// A group keeps only its smallest cases, because the others would become duplicates of them.
  static constexpr std::size_t kKept = 3;

  /// Returns the id of the bug that is not kept: an earlier bug, which made room, or this bug. Empty: all are kept.
  [[nodiscard]] std::string add(Finding bug);
  /// The smallest bug of the group from which the fewest were taken; among these groups, of the rarest one.
  [[nodiscard]] std::optional<Finding> take();
  /// The number of groups with a waiting bug.
  [[nodiscard]] std::size_t groups() const;
  [[nodiscard]] std::size_t waiting() const;

 private:
  struct Group {
    std::uint64_t seen = 0;                                                       ///< bugs that were added, kept or not
    std::uint64_t taken = 0;                                                      ///< bugs that were taken
    std::map<std::tuple<std::size_t, std::uint64_t, std::string>, Finding> bugs;  ///< by size, case and id
  };
  mutable std::mutex mutex_;
  std::map<std::tuple<std::string, BugKind, std::string>, Group> groups_;
};

}  // namespace assay::core
