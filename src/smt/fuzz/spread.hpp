#pragma once

#include <string>
#include <vector>

#include "smt/fuzz/assemble.hpp"
#include "smt/fuzz/occurrence.hpp"

namespace assay::smt {

/// A script in which the assertions that are `in_core`, which contradict each other, are all active at one check at
/// least: some as definitions, some under a Boolean that a check-sat-assuming sets, in an incremental script at several
/// levels, and asserted again where a level was popped. They are named; Assembled::core has the names that are active
/// at the last of these checks. Other checks are satisfiable: the valuation makes everything that is active true.
/// `prefix` begins new names.
[[nodiscard]] Assembled spread(Fragments& seed, Valuation& valuation, const std::vector<Assertion>& assertions,
                               const std::string& logic, const Layout& layout, const std::string& prefix,
                               core::Rng& rng);

/// How new names can begin, so that none of the seed's does.
[[nodiscard]] std::string unused_prefix(const Fragments& seed);

/// A random occurrence of a closed term in a formula that a term of the same sort may replace.
[[nodiscard]] Occurrence random_occurrence(const TermStore& store, TermId formula, core::Rng& rng);

}  // namespace assay::smt
