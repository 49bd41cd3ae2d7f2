#pragma once

#include <string>
#include <vector>

#include "smt/fuzz/script/assemble.hpp"
#include "smt/fuzz/terms/occurrence.hpp"

namespace assay::smt {

/// A script in which the assertions that are `in_core`, which contradict each other, are all active at one check at
/// least: some as definitions, some under a Boolean that a check-sat-assuming sets, in an incremental script at several
/// levels, and asserted again where a level was popped. They are named; Assembled::core has the names that are active
/// at the last of these checks. Other checks are satisfiable: the valuation makes everything that is active true.
/// `prefix` begins new names.
[[nodiscard]] Assembled spread(Fragments& seed, Valuation& valuation, const std::vector<Assertion>& assertions,
                               const std::string& logic, const Layout& layout, const std::string& prefix,
                               core::Rng& rng);

}  // namespace assay::smt
