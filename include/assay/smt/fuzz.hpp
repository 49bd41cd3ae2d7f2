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
#include "assay/core/options.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// A campaign's configuration. Everything that cases depend on is in here and in the seed scripts.
struct FuzzOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> seeds;       ///< files, and folders that are searched for *.smt2
  std::vector<std::string> targets;     ///< as resolve_solver takes them
  std::vector<std::string> references;  ///< solvers that give models, and value what our evaluator cannot; may be empty
  RunStyle style = RunStyle::Auto;
  core::Limits limits;

  std::vector<std::pair<std::string, unsigned>> strategies = {
      {"storm", 1},  {"original", 1}, {"graft", 4}, {"mutate", 6},   {"tiny", 1},
      {"refute", 4}, {"plant", 4},    {"fuse", 4},  {"quantify", 2}, {"algebra", 1}};  ///< name, weight
  unsigned max_depth = 64;             ///< of Boolean structure (STORM's D_max)
  unsigned max_assertions = 64;        ///< of a script (STORM's A_max)
  unsigned incremental_percent = 15;   ///< share of the scripts that have push, pop and several checks
  unsigned tactic_percent = 0;         ///< share of check-sat-using, when every target takes it
  std::vector<std::string> tactics;    ///< for them; empty: the built-in list
  std::size_t max_seed_bytes = 65536;  ///< longer seeds are skipped
  std::size_t max_case_bytes = 1U << 18;
  unsigned options_percent = 0;  ///< share of the cases for which options of each target are drawn
  unsigned model_percent = 100;  ///< share of the satisfiable cases whose model is asked for and evaluated
  double slow_factor = 10;       ///< a target is slow when a peer that answered the same needs less than 1/factor of
  double slow_seconds = 2;       ///< its time, and at least so many CPU seconds less
  std::uint64_t reference_work = 2'000'000;  ///< for a solver's own deterministic limit, where its definition has one

  std::string folder;         ///< the campaign's: models of reference solvers are kept in its `witnesses`; or empty
  SolverFactory make_solver;  ///< empty: SolverRunner
};

/// A script that cases are made from.
struct Seed {
  std::string name;  ///< path as it was found
  std::string text;
  std::uint32_t formulas = 0;  ///< Boolean sub-formulas without free variables
};
struct SeedProblem {
  std::string file;
  SourceLocation where;
  std::string reason;

  [[nodiscard]] std::string text() const { return to_string(file, where) + ": " + reason; }
};
struct SeedCorpus {
  std::vector<Seed> seeds;           ///< in the order of the arguments, and sorted within each
  std::vector<SeedProblem> skipped;  ///< what was found but is not used, and why
};

/// Reads the seeds of `options`. A path that is not there, an unknown target, or nothing left to use is an Error; a
/// script that cannot be used is skipped and listed.
[[nodiscard]] Result<SeedCorpus> load_seeds(const FuzzOptions& options);

/// A campaign of satisfiable-by-construction fuzzing (thesis chapter 2, and docs/user/smt-fuzz.md). Without seeds,
/// every case is a skip: for running the targets' controls, and for replaying stored cases.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_fuzz_module(const FuzzOptions& options, SeedCorpus corpus);

/// The options: flags, TOML and fingerprint are made from it. Folders and the seam are not part of it.
[[nodiscard]] const core::OptionTable<FuzzOptions>& fuzz_option_table();

/// Name and help of each strategy, in registry order.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> fuzz_strategies();

}  // namespace assay::smt
