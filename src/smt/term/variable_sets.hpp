#pragma once

#include <cstdint>
#include <vector>

#include "smt/term/id_table.hpp"

namespace assay::smt {

/// Sets of 32-bit numbers as hash-consed Patricia tries (Okasaki and Gill, Fast Mergeable Integer Maps, 1998): equal
/// sets have equal numbers, and adding or removing one element makes at most 32 nodes. So the free variables of every
/// term of a DAG cost no more than the DAG, however deep binders nest.
class VariableSets {
 public:
  using Set = std::uint32_t;
  static constexpr Set kEmpty = 0;

  VariableSets() : nodes_(1) {}
  [[nodiscard]] Set single(std::uint32_t element);
  [[nodiscard]] Set unite(Set a, Set b);
  [[nodiscard]] Set without(Set set, std::uint32_t element);
  [[nodiscard]] bool contains(Set set, std::uint32_t element) const;
  /// In ascending order.
  [[nodiscard]] std::vector<std::uint32_t> elements(Set set) const;

 private:
  struct Node {
    std::uint32_t prefix = 0;  ///< a leaf: the element; a branch: the common bits above `bit`
    std::uint32_t bit = 0;     ///< 0: a leaf; else the one bit on which the two sides differ first
    Set left = kEmpty;         ///< with the bit clear
    Set right = kEmpty;
  };
  Set make(const Node& node);
  Set branch(std::uint32_t prefix, std::uint32_t bit, Set left, Set right);
  Set join(Set a, std::uint32_t prefix_a, Set b, std::uint32_t prefix_b);
  /// Where both sets have elements on the same side of a common branching.
  Set unite_into(Set outer, Set inner);

  std::vector<Node> nodes_;
  IdTable index_;
};

}  // namespace assay::smt
