#pragma once

#include <utility>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// What a quantifier's own body says about a variable: no other value matters, because the body of an `exists` is a
/// conjunction with these, and that of a `forall` holds where one of them does not. The terms are free of the
/// quantifier's variables.
struct Guard {
  std::vector<TermId> equal;
  std::vector<std::pair<TermId, bool>> lower;  ///< and whether the variable is greater; else greater or equal
  std::vector<std::pair<TermId, bool>> upper;
  std::vector<TermId> hints;  ///< what the variable is compared with anywhere, and constants of its sort: worth a try
};

/// One of each variable of a `forall` or `exists` with this body.
[[nodiscard]] std::vector<Guard> guards_of(const TermStore& store, const BinderInfo& binder, TermId body);

}  // namespace assay::smt
