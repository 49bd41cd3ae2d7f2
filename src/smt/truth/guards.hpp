#pragma once

#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// Bounds that a quantifier's body imposes on one bound variable. For `exists` they are conjuncts of the body; for
/// `forall` their negations are disjuncts. Values outside the bounds do not matter. The terms do not contain the
/// quantifier's variables.
struct Guard {
  std::vector<TermId> equal;
  std::vector<std::pair<TermId, bool>> lower;  ///< lower bounds; true: the bound is strict
  std::vector<std::pair<TermId, bool>> upper;  ///< upper bounds; true: the bound is strict
  std::vector<TermId> hints;  ///< values to try: terms beside the variable in the body, and constants of its sort
};

/// The guards of the variables of a `forall`, `exists` or comprehension with this body, in the order of the variables.
[[nodiscard]] std::vector<Guard> guards_of(const TermStore& store, const BinderInfo& binder, TermId body);

}  // namespace assay::smt
