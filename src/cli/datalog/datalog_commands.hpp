#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

// The commands of `assay datalog`. Each has a file of its own.
void add_datalog_eval(CLI::App& datalog, Session& session);
void add_datalog_fuzz(CLI::App& datalog, Session& session);
void add_datalog_graph(CLI::App& datalog, Session& session);
void add_datalog_targets(CLI::App& datalog, Session& session);

}  // namespace assay::cli
