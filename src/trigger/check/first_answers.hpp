#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "trigger/check/checks.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// The answers of one incremental run of z3 with E-matching alone to all checks of a script, with a limit of the work
/// of one second per check. Nullopt for checks that the run does not reach, and for all checks after z3 rejects a
/// command, as their assertions may then differ from the script's. `seconds`: CPU time limit of the run; `program`: z3.
[[nodiscard]] std::vector<std::optional<Answer>> first_answers(const smt::TermStore& store, const smt::Script& script,
                                                               const std::vector<Check>& checks,
                                                               const std::string& options, const std::string& program,
                                                               double seconds, std::uint64_t memory_bytes,
                                                               const std::stop_token& stop);

}  // namespace assay::trigger
