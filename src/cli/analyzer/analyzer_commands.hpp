#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

// The commands of `assay analyzer`. Each has a file of its own.
void add_analyzer_test(CLI::App& analyzer, Session& session);
void add_analyzer_check(CLI::App& analyzer, Session& session);
void add_analyzer_reduce(CLI::App& analyzer, Session& session);
void add_analyzer_facts(CLI::App& analyzer, Session& session);
void add_analyzer_tune(CLI::App& analyzer, Session& session);
void add_analyzer_recall(CLI::App& analyzer, Session& session);
void add_analyzer_run(CLI::App& analyzer, Session& session);
void add_analyzer_merge(CLI::App& analyzer, Session& session);
void add_analyzer_split(CLI::App& analyzer, Session& session);
void add_analyzer_recipes(CLI::App& analyzer, Session& session);
void add_analyzer_targets(CLI::App& analyzer, Session& session);

}  // namespace assay::cli
