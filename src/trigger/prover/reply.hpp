#pragma once

#include "core/proc/proc.hpp"
#include "core/target/ending.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// The limits of one run: `seconds` of CPU time, and three times as long by the clock, for busy machines.
[[nodiscard]] core::Limits limits_for(double seconds, std::uint64_t memory_bytes);

/// The reply of a solver process to a script with one check-sat. Failed if there is an error before the answer, since
/// the answer is then that of a different script.
[[nodiscard]] Reply reply_of(const core::ProcessResult& result);

/// The reply in the output of a solver. `seconds` stays 0.
[[nodiscard]] Reply reply_of(std::string_view out, std::string_view err);

/// The reply of a run that a limit or a stop request ended.
[[nodiscard]] Reply reply_of_limited_run(const core::TargetEnd& end);

}  // namespace assay::trigger
