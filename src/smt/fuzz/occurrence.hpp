#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "smt/fuzz/grafter.hpp"
#include "smt/fuzz/strategy.hpp"

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

/// The grafter that the cases of a block share.
class BlockGrafter {
 public:
  /// True when the block is another one than before.
  bool enter(const CaseSource& source);
  Grafter& operator*() { return *grafter_; }
  Grafter* operator->() { return grafter_.get(); }

 private:
  std::uint64_t block_key_ = 0;
  std::unique_ptr<Grafter> grafter_;
};

}  // namespace assay::smt
