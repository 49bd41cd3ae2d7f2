#pragma once

#include "assay/core/proc.hpp"
#include "assay/trigger/prover.hpp"

namespace assay::trigger {

/// What a solver's process said to a script with one check-sat. An error before the answer makes the answer one to
/// another script: Failed.
[[nodiscard]] Reply reply_of(const core::ProcessResult& result);

/// The same for what it wrote.
[[nodiscard]] Reply reply_of(std::string_view out, std::string_view err);

}  // namespace assay::trigger
