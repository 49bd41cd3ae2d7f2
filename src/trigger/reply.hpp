#pragma once

#include "assay/core/proc.hpp"
#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// What a solver's process said to a script with one check-sat. An error before the answer makes the answer one to
/// another script: Failed.
[[nodiscard]] Reply reply_of(const core::ProcessResult& result);

}  // namespace assay::trigger
