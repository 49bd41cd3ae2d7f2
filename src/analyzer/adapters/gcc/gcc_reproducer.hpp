#pragma once

#include "analyzer/adapters/gcc/gcc_builds.hpp"
#include "analyzer/check/source/c_checker.hpp"

namespace assay::analyzer {

/// Shows that a claim of GCC is broken: by a build that leaves out a check of the value, or otherwise by the line of
/// GCC's own dump that has the claim.
[[nodiscard]] Result<core::Reproduction> gcc_fact_reproduction(const GccSettings& settings, const Program& program,
                                                               const Fact& fact, CChecker& reader,
                                                               const Session& session);
/// Shows that the builds of two levels behave differently.
[[nodiscard]] Result<core::Reproduction> gcc_build_reproduction(const GccSettings& settings, const Program& program,
                                                                const Session& session);

}  // namespace assay::analyzer
