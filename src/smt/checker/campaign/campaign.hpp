#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"
#include "smt/checker/campaign/probe.hpp"
#include "smt/checker/proof/checker_runner.hpp"

namespace assay::smt {

/// The configuration of a campaign against checkers of proofs.
struct CheckerOptions {
  std::vector<std::string> proofs;      ///< folders with scripts, X.smt2, and their proofs, X.cpc or X.alethe
  std::string prover;                   ///< a solver for the proofs that are missing there; empty: none
  std::vector<std::string> targets;     ///< texts for resolve_checker, all of one format
  std::string signatures;               ///< see with_signatures
  core::Limits limits;                  ///< of one run
  std::vector<std::string> strategies;  ///< names of the ProbeKinds to make; empty: all
  std::uint64_t seed = 1;

  CheckerFactory make_checker;  ///< for tests; empty: make_checker_port
};

/// The table of options, from which flags, TOML and the fingerprint are made. Without `make_checker`.
[[nodiscard]] const core::OptionTable<CheckerOptions>& checker_option_table();

/// The proofs and scripts of the options' folders. The prover is asked for missing proofs of the first target's format.
/// An Error if a path does not exist, or there is no proof.
[[nodiscard]] Result<std::vector<ProofSeed>> load_proofs(const CheckerOptions& options);

/// A campaign whose cases are satisfiable scripts with proofs that refute them. A checker that accepts one is wrong
/// (docs/user/smt-proofs.md).
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_checker_module(const CheckerOptions& options,
                                                                        std::vector<ProofSeed> proofs);

/// The kinds of passes of runs.
[[nodiscard]] std::span<const core::PassRow* const> checker_pass_rows();

}  // namespace assay::smt
