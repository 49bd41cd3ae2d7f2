#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The way from a formula to one occurrence of a sub-term: nodes, and which child comes next.
struct Occurrence {
  std::vector<TermId> nodes;
  std::vector<std::size_t> steps;  ///< one less than nodes

  [[nodiscard]] TermId term() const { return nodes.back(); }
  /// Ends the way after so many nodes.
  void cut(std::size_t length);
};

/// The formula with `built`, a term of the same sort, in place of this occurrence alone; nothing where that is
/// ill-sorted.
[[nodiscard]] std::optional<TermId> with_in_place(TermStore& store, const Occurrence& occurrence, TermId built);

/// Whether the term can stand anywhere: it is closed, and no case of a match.
[[nodiscard]] bool stands_alone(const TermStore& store, TermId term);

/// A random occurrence of a closed term in a formula that a term of the same sort may replace.
[[nodiscard]] Occurrence random_occurrence(const TermStore& store, TermId formula, core::Rng& rng);

}  // namespace assay::smt
