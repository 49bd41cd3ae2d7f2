#pragma once

#include <cstdint>
#include <utility>

#include "base/index_map.hpp"

namespace assay::smt {

/// A set of ids of terms, sorts or functions of one store.
class Marks {
 public:
  /// Adds an id. True if it was not in the set.
  bool add(std::uint32_t index) { return marked_.set(index, 1); }

  [[nodiscard]] bool contains(std::uint32_t index) const { return marked_.contains(index); }

  void swap(Marks& other) { std::swap(marked_, other.marked_); }

 private:
  IndexMap marked_;
};

}  // namespace assay::smt
