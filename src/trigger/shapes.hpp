#pragma once

#include <set>
#include <string>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::trigger {

/// A term without the leaves inside of it: `f(g(_),_)` is what `f(g(7), c)` and `f(g(v), d)` have in common.
[[nodiscard]] std::string shape_of(const smt::TermStore& store, smt::TermId term);

/// The terms that were found already. An alternative has none of the shape of an earlier one's deepest term: the same
/// term with other values tells nothing new, and no set that has the earlier one's terms does.
class KnownShapes {
 public:
  void add(const smt::TermStore& store, const std::vector<smt::TermId>& terms);
  [[nodiscard]] bool empty() const { return shapes_.empty(); }
  /// Those that have no known shape in them.
  [[nodiscard]] std::vector<smt::TermId> without_known(const smt::TermStore& store,
                                                       const std::vector<smt::TermId>& terms) const;

 private:
  std::set<std::string> shapes_;
};

}  // namespace assay::trigger
