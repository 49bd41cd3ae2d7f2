#pragma once

#include <vector>

#include "assay/smt/term.hpp"

namespace assay::trigger {

/// The terms that were found already. An alternative has none of the shape of an earlier one's deepest term in it: the
/// same term with other arguments at its leaves (`f(g(v))`, `f(g(h(7)))` after `f(g(0))`) tells nothing new, and no set
/// that has the earlier one's terms does.
class KnownShapes {
 public:
  void add(const smt::TermStore& store, const std::vector<smt::TermId>& terms);
  /// Those that have no known shape in them.
  [[nodiscard]] std::vector<smt::TermId> without_known(const smt::TermStore& store,
                                                       const std::vector<smt::TermId>& terms) const;

 private:
  [[nodiscard]] bool is_known(const smt::TermStore& store, smt::TermId term) const;

  std::vector<smt::TermId> known_;
};

}  // namespace assay::trigger
