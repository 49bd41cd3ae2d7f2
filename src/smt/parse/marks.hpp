#pragma once

#include <cstdint>
#include <utility>

#include "assay/base/index_map.hpp"

namespace assay::smt {

/// A set of the small numbers that terms, sorts and functions have in their store.
class Marks {
 public:
  /// Whether it was new.
  bool add(std::uint32_t index) { return marked_.set(index, 1); }

  [[nodiscard]] bool contains(std::uint32_t index) const { return marked_.contains(index); }

  void swap(Marks& other) { std::swap(marked_, other.marked_); }

 private:
  IndexMap marked_;
};

}  // namespace assay::smt
