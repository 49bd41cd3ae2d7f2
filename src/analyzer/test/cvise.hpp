#pragma once

#include <string>
#include <vector>

#include "analyzer/target/analyzer.hpp"
#include "analyzer_config.hpp"
#include "core/case/budget.hpp"

namespace assay::analyzer {

/// Reduces the first file of a user's C program with cvise, which runs `options.checker` to test whether a fact of the
/// class still breaks (find_cvise). It runs in the session's scratch folder, within the clock's budget and stop, and
/// leaves no process behind. Returns the smallest text that passed, or the original text.
[[nodiscard]] std::string reduce_by_cvise(const Program& program, const std::string& wanted, const std::string& target,
                                          const TestOptions& options, const Session& session,
                                          core::ReductionClock& clock);

}  // namespace assay::analyzer
