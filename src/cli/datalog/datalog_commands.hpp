#pragma once

#include "assay/datalog/evaluate.hpp"
#include "cli/cli_session.hpp"

namespace assay::cli {

// The commands of `assay datalog`. Each has a file of its own.
void add_datalog_eval(CLI::App& datalog, Session& session);
void add_datalog_check(CLI::App& datalog, Session& session);
void add_datalog_reduce(CLI::App& datalog, Session& session);
void add_datalog_fuzz(CLI::App& datalog, Session& session);
void add_datalog_graph(CLI::App& datalog, Session& session);
void add_datalog_targets(CLI::App& datalog, Session& session);

/// The reference's limits in commands about one program.
inline constexpr datalog::EvaluationLimits kReferenceLimits{.tuples = 1'000'000, .steps = 1'000'000'000};
/// Adds the flags --tuples and --steps.
void add_reference_limits(CLI::App& app, datalog::EvaluationLimits& limits);

}  // namespace assay::cli
