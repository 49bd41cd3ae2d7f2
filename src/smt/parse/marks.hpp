#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::smt {

/// A set of the small numbers that terms, sorts and functions have in their store: a bit for each.
class Marks {
 public:
  /// Whether it was new.
  bool add(std::uint32_t index) {
    if (index >= marked_.size()) marked_.resize(std::max<std::size_t>(2 * marked_.size(), index + std::size_t{64}));
    if (marked_[index]) return false;
    marked_[index] = true;
    return true;
  }

  [[nodiscard]] bool contains(std::uint32_t index) const { return index < marked_.size() && marked_[index]; }

  void swap(Marks& other) { marked_.swap(other.marked_); }

 private:
  std::vector<bool> marked_;
};

}  // namespace assay::smt
