#pragma once

#include <cstdint>
#include <vector>

#include "smt/term/id_table.hpp"

namespace assay::smt {

/// Sets of 32-bit numbers as hash-consed Patricia tries (Okasaki and Gill, Fast Mergeable Integer Maps, 1998). Equal
/// sets have equal ids, and adding or removing an element makes at most 32 nodes. So storing the free variables of all
/// terms costs no more than the DAG, even for deeply nested binders.
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
    std::uint32_t bit = 0;     ///< 0: a leaf; else the highest bit in which the two sides differ
    Set left = kEmpty;         ///< the elements with the bit clear
    Set right = kEmpty;        ///< the elements with the bit set
  };
  Set make(const Node& node);
  Set branch(std::uint32_t prefix, std::uint32_t bit, Set left, Set right);
  Set join(Set a, std::uint32_t prefix_a, Set b, std::uint32_t prefix_b);
  /// Unites two sets; `outer` branches at a higher bit than `inner`.
  Set unite_into(Set outer, Set inner);

  std::vector<Node> nodes_;
  IdTable index_;
};

}  // namespace assay::smt
