#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

// The subcommands of `assay findings` with a file of their own.
void add_findings_mark(CLI::App& findings, Session& session);
void add_findings_history(CLI::App& findings, Session& session);
void add_findings_diff(CLI::App& findings, Session& session);
void add_findings_bisect(CLI::App& findings, Session& session);
void add_findings_recheck(CLI::App& findings, Session& session);

}  // namespace assay::cli
