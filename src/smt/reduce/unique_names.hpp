#pragma once

#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"

namespace assay::smt {

/// Whether two things have one name at the same time: functions, constructors, selectors or terms with `:named`,
/// with neither a reset nor the end of the first one's level between them. SMT-LIB 2.6, section 4.2.3: a solver may
/// refuse such a script.
[[nodiscard]] bool gives_a_name_twice(const TermStore& store, const Script& script);

}  // namespace assay::smt
