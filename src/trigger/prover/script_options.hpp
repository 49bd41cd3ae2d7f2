#pragma once

#include <string>
#include <vector>

#include "assay/smt/script.hpp"
#include "trigger/prover/deadline.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// The set-option commands of a script that change how z3 searches (not its output, its limits, or whether it checks
/// quantifiers in models, which Assay decides), as commands, in order. Commands that z3 refuses are left out.
[[nodiscard]] std::vector<std::string> search_options(const smt::TermStore& store, const smt::Script& script,
                                                      Prover& prover, const Deadline& deadline);

}  // namespace assay::trigger
