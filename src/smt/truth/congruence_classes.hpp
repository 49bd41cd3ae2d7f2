#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// Classes of terms that are equal by equations and congruence (Nelson and Oppen, Fast Decision Procedures Based on
/// Congruence Closure, JACM 27(2), 1980).
class CongruenceClasses {
 public:
  using Pair = std::pair<TermId, TermId>;

  /// Computes the classes of all sub-terms of `terms` and of the equations.
  CongruenceClasses(const TermStore& store, std::span<const Pair> equations, std::span<const TermId> terms);

  /// The representative of a term's class. The term must be in terms().
  [[nodiscard]] TermId root(TermId term);
  [[nodiscard]] bool same(TermId a, TermId b) { return root(a) == root(b); }
  /// All terms, in the order of the traversal.
  [[nodiscard]] const std::vector<TermId>& terms() const { return terms_; }
  /// Whether two different literals are in one class.
  [[nodiscard]] bool contradictory();
  /// Pairs of each term that is not the representative of its class, and the representative.
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
