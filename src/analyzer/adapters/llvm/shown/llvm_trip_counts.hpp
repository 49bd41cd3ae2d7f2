#pragma once

#include "analyzer/adapters/llvm/shown/llvm_shown.hpp"

namespace assay::analyzer {

/// Shows a claim about the number of a loop's iterations before it exits by one edge ("edge %from %to" in the fact's
/// context): by the printed answer of scalar evolution, and by a run that counts. An Error: the claim is not a number,
/// or opt-14 and lli-14 do not show it.
[[nodiscard]] Result<core::Reproduction> trip_count_reproduction(const IrClaim& claim, const Fact& fact,
                                                                 const Session& session);

}  // namespace assay::analyzer
