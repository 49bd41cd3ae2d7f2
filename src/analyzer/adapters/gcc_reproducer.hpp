#pragma once

#include "gcc_builds.hpp"

namespace assay::analyzer {

/// What shows without Assay that a fact of GCC's is broken: GCC's own assembly of the program, with the check that the
/// plugin put in; without a fact: that builds at GCC's levels differ.
[[nodiscard]] Result<Reproducer> gcc_reproducer(const GccSettings& settings, const Program& program, const Fact* fact,
                                                GccBuilds& builds);

}  // namespace assay::analyzer
