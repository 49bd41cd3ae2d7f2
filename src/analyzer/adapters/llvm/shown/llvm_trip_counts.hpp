#pragma once

#include "analyzer/adapters/llvm/shown/llvm_shown.hpp"

namespace assay::analyzer {

/// Shows a claim about how often a loop is repeated before it is left by one edge ("edge %from %to" in the fact's
/// context): scalar evolution's own printed answer, and a run that counts. An Error: the claim is no number, or opt-14
/// and lli-14 do not show it.
[[nodiscard]] Result<core::Reproduction> trip_count_reproduction(const IrClaim& claim, const Fact& fact,
                                                                 const Session& session);

}  // namespace assay::analyzer
