#pragma once

#include <cstddef>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// For a large script, the assertions that a refutation probably needs, in growing sets: each set has the positions of
/// the commands `assert` that at most 1, 2, ... steps separate from the last assertion. A step leads to an assertion
/// through its rarest symbols (SInE: Hoder and Voronkov, CADE 2011). Empty for scripts with few assertions; else the
/// sets do not include the one with all assertions.
[[nodiscard]] std::vector<std::vector<std::size_t>> near_goal(const TermStore& store, const Script& script);

/// The positions, among all assertions, of those at most two steps from the goal; empty if there are few assertions.
[[nodiscard]] std::vector<std::size_t> assertions_near_goal(const TermStore& store, const Script& script);

}  // namespace assay::smt
