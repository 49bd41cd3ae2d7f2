#pragma once

#include "analyzer/adapters/llvm/shown/llvm_shown.hpp"

namespace assay::analyzer {

/// Shows a claim about two accessed pointers: the answer that `opt -passes=aa-eval` prints, and a run in which their
/// addresses contradict it. An Error: opt-14 and lli-14 do not show it.
[[nodiscard]] Result<core::Reproduction> alias_reproduction(IrClaim claim, const Fact& fact, const Session& session);

}  // namespace assay::analyzer
