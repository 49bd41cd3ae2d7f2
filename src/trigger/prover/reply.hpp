#pragma once

#include "assay/core/proc.hpp"
#include "assay/core/target/ending.hpp"
#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// The limits of one run: so many seconds of CPU time. On a busy machine, where a process gets a part of a processor,
/// it may take a few times as long.
[[nodiscard]] core::Limits limits_for(double seconds, std::uint64_t memory_bytes);

/// What a solver's process said to a script with one check-sat. An error before the answer makes the answer one to
/// another script: Failed.
[[nodiscard]] Reply reply_of(const core::ProcessResult& result);

/// The same for what it wrote.
[[nodiscard]] Reply reply_of(std::string_view out, std::string_view err);

/// What comes of a run that was limited or cancelled.
[[nodiscard]] Reply out_of(const core::TargetEnd& end);

}  // namespace assay::trigger
