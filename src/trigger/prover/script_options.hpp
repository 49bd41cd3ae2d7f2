#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"
#include "trigger/prover/deadline.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// Options that Assay sets itself in most runs: random seeds, and whether z3 checks quantifiers in models and
/// configures itself.
enum class OwnOptions : std::uint8_t { LeftOut, Kept };

/// The set-option commands of a script that change how z3 searches (not its output or its limits), as commands, in
/// order. Commands that z3 refuses are left out.
[[nodiscard]] std::vector<std::string> search_options(const smt::TermStore& store, const smt::Script& script,
                                                      Prover& prover, const Deadline& deadline,
                                                      OwnOptions own = OwnOptions::LeftOut);

}  // namespace assay::trigger
