#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The path from a formula to one occurrence of a sub-term: the nodes, and the index of the child at each step.
struct Occurrence {
  std::vector<TermId> nodes;
  std::vector<std::size_t> steps;  ///< nodes[i + 1] is child steps[i] of nodes[i]

  [[nodiscard]] TermId term() const { return nodes.back(); }
  /// Shortens the path to `length` nodes.
  void cut(std::size_t length);
};

/// Replaces this occurrence, and no other, by `built`, a term of the same sort. Nullopt if the result is ill-sorted.
[[nodiscard]] std::optional<TermId> with_replaced(TermStore& store, const Occurrence& occurrence, TermId built);

/// True if the term may be moved to another place: it is closed and no match case.
[[nodiscard]] bool is_movable(const TermStore& store, TermId term);

/// A random occurrence of a term in a closed formula that any term of the same sort may replace.
[[nodiscard]] Occurrence random_occurrence(const TermStore& store, TermId formula, core::Rng& rng);

}  // namespace assay::smt
