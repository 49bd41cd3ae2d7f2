#pragma once

#include "assay/smt/term.hpp"
#include "smt/parse/scope.hpp"

namespace assay::smt {

/// Renames the variables that `term` binds if an enclosing binder in `scope` binds them, too (see BoundVariable).
[[nodiscard]] TermId renamed_apart(TermStore& store, Scope& scope, TermId term);

}  // namespace assay::smt
