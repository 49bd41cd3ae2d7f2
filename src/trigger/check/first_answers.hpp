#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/trigger/checks.hpp"
#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// The answers of one incremental run of z3 to all checks of a script, E-matching alone, each cut after the work of one
/// second. A check that the run does not reach has none, and no check has one after z3 has refused a command: from
/// there on its assertions may be others. `seconds`: CPU time of the run; `program`: z3.
[[nodiscard]] std::vector<std::optional<Answer>> first_answers(const smt::TermStore& store, const smt::Script& script,
                                                               const std::vector<Check>& checks,
                                                               const std::string& program, double seconds,
                                                               std::uint64_t memory_bytes, const std::stop_token& stop);

}  // namespace assay::trigger
