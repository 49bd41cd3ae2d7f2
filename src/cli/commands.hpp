#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

// The commands that do not belong to an area. Each has a file of its own.
void add_campaign(CLI::App& app, Session& session);
/// The subcommands status, collect, cancel and shard of `assay campaign`.
void add_shard_commands(CLI::App& campaign, Session& session);
void add_findings(CLI::App& app, Session& session);
void add_replay(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
/// `assay sarif` with its subcommands.
void add_sarif(CLI::App& app, Session& session);
void add_doctor(CLI::App& app, Session& session);
void add_versions(CLI::App& app, Session& session);
void add_serve(CLI::App& app, Session& session);
void add_config(CLI::App& app, Session& session);
void add_verdicts(CLI::App& app, Session& session);
void add_completion(CLI::App& app, Session& session);

}  // namespace assay::cli
