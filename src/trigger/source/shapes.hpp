#pragma once

#include <vector>

#include "assay/smt/term.hpp"

namespace assay::trigger {

/// The shapes of the sets of terms found so far: of each set, its deepest term. A term has a known shape if it contains
/// a known term with other arguments at the leaves: `f(g(v))` and `f(g(h(7)))` have the shape of `f(g(0))`. An
/// alternative set of terms with a known shape would show the same issue again.
class KnownShapes {
 public:
  void add(const smt::TermStore& store, const std::vector<smt::TermId>& terms);
  /// The terms without a known shape.
  [[nodiscard]] std::vector<smt::TermId> without_known(const smt::TermStore& store,
                                                       const std::vector<smt::TermId>& terms) const;

 private:
  [[nodiscard]] bool is_known(const smt::TermStore& store, smt::TermId term) const;

  std::vector<smt::TermId> known_;
};

}  // namespace assay::trigger
