#pragma once

#include "assay/smt/term.hpp"
#include "smt/parse/scope.hpp"

namespace assay::smt {

/// `term` with every variable that it binds and that is bound around here, too, under another name (BoundVariable).
[[nodiscard]] TermId renamed_apart(TermStore& store, Scope& scope, TermId term);

}  // namespace assay::smt
