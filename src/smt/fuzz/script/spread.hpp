#pragma once

#include <string>
#include <vector>

#include "smt/fuzz/script/assemble.hpp"
#include "smt/fuzz/terms/occurrence.hpp"

namespace assay::smt {

/// A script in which the `in_core` assertions, which contradict each other, are all active at one check at least. Parts
/// of them move into definitions, under assumptions of check-sat-assuming, and, in an incremental script, to several
/// levels. The core's assertions are named; AssembledScript::core holds the names that are active at the last Unsat
/// check. The valuation satisfies all active assertions at the other checks. New names begin with `prefix`.
[[nodiscard]] AssembledScript spread(Fragments& seed, Valuation& valuation, const std::vector<Assertion>& assertions,
                                     const std::string& logic, const Layout& layout, const std::string& prefix,
                                     core::Rng& rng);

}  // namespace assay::smt
