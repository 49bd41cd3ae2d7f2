#pragma once

#include <string>
#include <vector>

#include "cli_session.hpp"

namespace assay::cli {

/// Parses and runs one command line (without the program's name); sets the session's exit code.
void run_command(std::vector<std::string> arguments, Session& session);

}  // namespace assay::cli
