#pragma once

#include <string>
#include <vector>

#include "analyzer_config.hpp"
#include "assay/analyzer/analyzer.hpp"
#include "assay/core/budget.hpp"

namespace assay::analyzer {

/// Makes the first file of a user's C program smaller with cvise, which asks `options.checker` whether a fact of the
/// class still breaks (find_cvise). It runs in the session's scratch folder, within the clock's budget and its stop,
/// and no process of its is left. What comes back is the smallest text that was seen to show it; the text itself where
/// none was.
[[nodiscard]] std::string reduce_by_cvise(const Program& program, const std::string& wanted, const std::string& target,
                                          const TestOptions& options, const Session& session,
                                          core::ReductionClock& clock);

}  // namespace assay::analyzer
