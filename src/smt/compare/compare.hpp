#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"
#include "core/store/record.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The configuration of a comparison of solver versions on a user's scripts.
struct CompareOptions {
  std::vector<std::string> scripts;  ///< files, and folders that are searched for *.smt2
  std::vector<std::string> targets;  ///< at least two texts for resolve_solver; the first is compared with the others
  std::vector<std::string> references;  ///< solvers that decide which of two contradictory answers is wrong
  core::Limits limits;                  ///< of one run; the time counts as CPU time
  double factor = 10;                   ///< slower: at least this multiple of the first target's CPU time, and
  double min_seconds = 0.1;             ///< at least this number of CPU seconds more (core::SlowRule)
  unsigned repeat = 3;                  ///< runs of each side of a difference; the best run counts
  unsigned controls = 4;                ///< runs with another seed and order that tell whether a difference is stable
  std::vector<std::string> fail_on = {"contradicts", "lost"};  ///< names of the changes that are findings
  std::string learned;     ///< file of what earlier comparisons showed (LearnedRuns); empty: none
  std::uint64_t seed = 1;  ///< of the order of runs, and of the controls

  SolverFactory make_solver;  ///< for tests; empty: SolverRunner
};

/// The table of options, from which flags, TOML and the fingerprint are made. Without `make_solver`.
[[nodiscard]] const core::OptionTable<CompareOptions>& compare_option_table();

/// The paths of the scripts. Fails if a path does not exist, or if there is no script.
[[nodiscard]] Result<std::vector<std::string>> find_scripts(const CompareOptions& options);

/// A campaign whose cases are the scripts, each run on all targets (docs/user/smt-compare.md). A replay needs
/// no scripts.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_compare_module(const CompareOptions& options,
                                                                        std::vector<std::string> scripts);

/// Why the file of CompareOptions::learned cannot be read, so that it counts as empty; empty text: it can.
[[nodiscard]] Result<std::string> learned_problem(const CompareOptions& options);
/// Adds the runs of a campaign to the file of CompareOptions::learned.
[[nodiscard]] Status learn_runs(const CompareOptions& options, const core::CampaignRecord& record);

}  // namespace assay::smt
