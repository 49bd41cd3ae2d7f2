#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// Classes of terms that equations make equal, closed under congruence (Nelson and Oppen, Fast Decision Procedures
/// Based on Congruence Closure, JACM 27(2), 1980).
class CongruenceClasses {
 public:
  using Pair = std::pair<TermId, TermId>;

  /// The classes of all terms below `terms` and the equations.
  CongruenceClasses(const TermStore& store, std::span<const Pair> equations, std::span<const TermId> terms);

  /// The first term of the class of a term that was given.
  [[nodiscard]] TermId root(TermId term);
  [[nodiscard]] bool same(TermId a, TermId b) { return root(a) == root(b); }
  /// All terms, in the order in which they were met.
  [[nodiscard]] const std::vector<TermId>& terms() const { return terms_; }
  /// Whether two different literals are in one class.
  [[nodiscard]] bool contradictory();
  /// Each term that is not the first one of its class, with that one.
  [[nodiscard]] std::vector<Pair> merged();

 private:
  void add_below(TermId term);
  bool merge(TermId a, TermId b);
  bool merge_congruent();

  const TermStore& store_;
  std::unordered_map<TermId, TermId, IdHash> parents_;
  std::vector<TermId> terms_;
};

}  // namespace assay::smt
