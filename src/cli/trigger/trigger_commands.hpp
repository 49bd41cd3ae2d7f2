#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

void add_trigger(CLI::App& app, Session& session);
/// Adds `log` to the command `trigger`.
CLI::App* add_trigger_log(CLI::App& trigger, Session& session);

}  // namespace assay::cli
