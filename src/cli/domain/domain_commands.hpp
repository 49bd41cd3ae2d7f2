#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

void add_domain_test(CLI::App& domain, Session& session);
void add_domain_exhaustive(CLI::App& domain, Session& session);
void add_domain_reduce(CLI::App& domain, Session& session);
void add_domain_laws(CLI::App& domain, Session& session);
void add_domain_targets(CLI::App& domain, Session& session);

}  // namespace assay::cli
