#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/base/source.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"
#include "smt/checker/proof_checks.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The names and weights of the strategies that a campaign uses without --strategy.
[[nodiscard]] std::vector<std::pair<std::string, unsigned>> default_strategies();

/// The configuration of a campaign. Cases depend only on these options, the seed scripts and the solvers.
struct FuzzOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> seeds;          ///< files, and folders that are searched for *.smt2
  std::vector<std::string> changed_tests;  ///< like `seeds`; three of four blocks of cases are made from these
  std::vector<std::string> focus;          ///< operators; seeds that use one are preferred like `changed_tests`
  std::vector<std::string> targets;        ///< texts for resolve_solver
  std::vector<std::string>
      references;             ///< for models of seeds, and truths that the evaluator cannot find; may be empty
  bool only_changes = false;  ///< core::Module::only_changes
  RunStyle style = RunStyle::Auto;
  core::Limits limits;  ///< of one run of a target

  std::vector<std::pair<std::string, unsigned>> strategies = default_strategies();  ///< name, weight
  unsigned max_depth = 64;                ///< of Boolean structure (STORM's D_max)
  unsigned max_assertions = 64;           ///< of a script (STORM's A_max)
  unsigned incremental_percent = 15;      ///< share of the scripts that have push, pop and several checks
  unsigned tactic_percent = 0;            ///< share of scripts with check-sat-using, if every target supports it
  std::vector<std::string> tactics;       ///< for check-sat-using; empty: the built-in list
  std::size_t max_seed_bytes = 65536;     ///< longer seeds are skipped
  std::size_t max_case_bytes = 1U << 18;  ///< longer cases are shortened or skipped
  /// Names of certificate kinds that cases ask for in a large share; "none"; empty: all, in a small share.
  std::vector<std::string> certificates;
  unsigned options_percent = 0;  ///< share of the cases for which options of each target are drawn
  unsigned model_percent = 100;  ///< share of the satisfiable cases whose model is requested and evaluated
  // A target is slow if a peer with the same answer needs less than 1/slow_factor of its CPU time, and at least
  // slow_seconds CPU seconds less.
  double slow_factor = 10;
  double slow_seconds = 2;
  std::uint64_t reference_work = 2'000'000;  ///< deterministic limit of a reference run, if its definition has one

  ProofChecks proofs;         ///< how proofs are checked, if `certificates` has them
  std::string folder;         ///< campaign folder; answers of references are kept in its `witnesses`. Empty: not kept
  SolverFactory make_solver;  ///< for tests; empty: SolverRunner
};

/// A script from which cases are made.
struct Seed {
  std::string name;  ///< its path
  std::string text;
  std::uint32_t formulas = 0;  ///< Boolean sub-formulas without free variables
  bool preferred = false;      ///< by FuzzOptions::changed_tests or FuzzOptions::focus
  bool keeps_options = false;  ///< of FuzzOptions::changed_tests: most cases have the set-option commands of the seed
};
/// Why a file is not used as a seed.
struct SeedProblem {
  std::string file;
  SourceLocation where;
  std::string reason;

  [[nodiscard]] std::string text() const { return to_string(file, where) + ": " + reason; }
};
/// The seeds of a campaign.
struct SeedCorpus {
  std::vector<Seed> seeds;           ///< the preferred ones first; in the order of FuzzOptions, sorted within a folder
  std::vector<SeedProblem> skipped;  ///< files and folders that are not used
};

/// Reads the seeds of `options`. Scripts that cannot be used are skipped and listed. Fails if a path does not exist, a
/// target is unknown or no seed is left.
[[nodiscard]] Result<SeedCorpus> load_seeds(const FuzzOptions& options);

/// A campaign of `assay smt fuzz` (thesis chapter 2, and docs/user/smt-fuzz.md). With an empty corpus every case is
/// skipped; that suffices to run the targets' controls and to replay stored cases.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_fuzz_module(const FuzzOptions& options, SeedCorpus corpus);

/// The table of options, from which flags, TOML and the fingerprint are made. Without `folder` and `make_solver`.
[[nodiscard]] const core::OptionTable<FuzzOptions>& fuzz_option_table();

/// The name and the help text of each strategy, in registry order.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> fuzz_strategies();

}  // namespace assay::smt
