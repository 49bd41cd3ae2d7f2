#pragma once

#include "cli/session.hpp"

namespace assay::cli {

void add_trigger(CLI::App& app, Session& session);

}  // namespace assay::cli
