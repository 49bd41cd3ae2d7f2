#pragma once

#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// True if two functions, constructors, selectors or `:named` terms have the same name, without a reset or a pop of the
/// first one's level between them. A solver may reject such a script (SMT-LIB 2.6, section 4.2.3).
[[nodiscard]] bool has_duplicate_name(const TermStore& store, const Script& script);

}  // namespace assay::smt
