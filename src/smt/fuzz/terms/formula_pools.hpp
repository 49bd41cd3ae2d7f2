#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rng/rng.hpp"
#include "smt/fuzz/seed/valuation.hpp"

namespace assay::smt {

/// The initial and the construction pool of Algorithm 1. A constructed formula is stored as the positions of its
/// operands; term() builds its term, because most constructed formulas are never asserted.
class FormulaPools {
 public:
  /// Phase 2: fills the construction pool with up to `constructed` formulas of at most `max_depth`.
  FormulaPools(const std::vector<PoolEntry>& initial, unsigned max_depth, std::size_t constructed, core::Rng rng);

  [[nodiscard]] bool empty() const { return initial_ == 0; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// RANDFORMULA: from the initial pool with a probability of 30 %, else from the construction pool.
  [[nodiscard]] std::uint32_t draw(core::Rng& rng) const;
  [[nodiscard]] bool value(std::uint32_t formula) const { return nodes_[formula].value; }
  [[nodiscard]] bool by_solvers(std::uint32_t formula) const { return nodes_[formula].by_solvers; }
  [[nodiscard]] std::uint32_t depth(std::uint32_t formula) const { return nodes_[formula].depth; }
  [[nodiscard]] TermId term(TermStore& store, std::uint32_t formula);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Node {
    TermId term;
    bool made = false;  ///< `term` is set
    bool value = false;
    bool by_solvers = false;
    std::uint32_t depth = 0;
    std::uint32_t left = kNone;   ///< first operand of a constructed formula
    std::uint32_t right = kNone;  ///< second operand; kNone for a negation
  };
  std::vector<Node> nodes_;  ///< the initial pool, then the construction pool
  std::uint32_t initial_ = 0;
};

}  // namespace assay::smt
