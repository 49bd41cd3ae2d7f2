#pragma once

#include "cli/cli_session.hpp"

namespace assay::cli {

// The commands of `assay smt`. Each has a file of its own.
void add_smt_fuzz(CLI::App& smt, Session& session);
void add_smt_synth(CLI::App& smt, Session& session);
void add_smt_rules(CLI::App& smt, Session& session);
void add_smt_eval(CLI::App& smt, Session& session);
void add_smt_compare(CLI::App& smt, Session& session);
void add_smt_stability(CLI::App& smt, Session& session);
void add_smt_check_certificate(CLI::App& smt, Session& session);
void add_smt_reduce(CLI::App& smt, Session& session);
void add_smt_check_proof(CLI::App& smt, Session& session);
void add_smt_checker(CLI::App& smt, Session& session);
void add_smt_targets(CLI::App& smt, Session& session);

}  // namespace assay::cli
