#pragma once

#include "cli/session.hpp"

namespace assay::cli {

// The commands that are no area's, one file each.
void add_campaign(CLI::App& app, Session& session);
void add_findings(CLI::App& app, Session& session);
void add_replay(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_doctor(CLI::App& app, Session& session);
void add_config(CLI::App& app, Session& session);

}  // namespace assay::cli
