#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"
#include "smt/solver/solver.hpp"

namespace assay::horn {

/// The configuration of a campaign against solvers of constrained Horn clauses.
struct HornOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> seeds;                        ///< scripts and folders; may be empty
  std::vector<std::string> targets;                      ///< texts for resolve_horn_solver
  std::vector<std::string> strategies;                   ///< names of strategy_names(); empty: all
  std::vector<std::string> themes;                       ///< names of theme_names(); empty: all
  std::vector<std::string> references = {"z3", "cvc5"};  ///< solvers that help to judge witnesses, if installed
  unsigned options_percent = 50;                         ///< share of the cases with drawn options of each target
  unsigned muz_percent = 15;      ///< share of the cases in muZ's own commands, for targets that read them
  unsigned witness_percent = 60;  ///< share of the cases whose derivation is requested
  unsigned max_changes = 3;       ///< maximum number of transformations of one case
  unsigned max_rung = 3;          ///< largest rung of the size ladder
  bool only_changes = false;      ///< core::Module::only_changes
  smt::RunStyle style = smt::RunStyle::Auto;
  core::Limits limits = {.wall_seconds = 3};
  double slow_factor = 10;  ///< see core::SlowRule
  double slow_seconds = 2;
  smt::SolverFactory make_solver;  ///< for tests; empty: SolverRunner
};
[[nodiscard]] const core::OptionTable<HornOptions>& horn_option_table();

struct HornCorpus {
  std::vector<core::File> seeds;                             ///< scripts of Horn clauses
  std::vector<std::pair<std::string, std::string>> refused;  ///< files that are no seeds, with the reason
};
/// Reads the seeds. An Error if files are named and none of them is a script of Horn clauses.
[[nodiscard]] Result<HornCorpus> load_horn_seeds(const HornOptions& options);

/// The module "horn-fuzz". Fails on an unknown target, strategy or theme.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_horn_module(const HornOptions& options, HornCorpus corpus);

/// The built-in definitions (data/horn), sorted by name.
[[nodiscard]] const std::vector<smt::SolverDefinition>& horn_solvers();
/// Accepts the name of a built-in definition, "mine:golem=/path/golem -flag", or a TOML file; see smt::resolve_solver.
[[nodiscard]] Result<smt::SolverDefinition> resolve_horn_solver(const std::string& text);

/// The judgement of one script.
struct HornCheck {
  std::string version;   ///< of the target
  std::string answer;    ///< "sat", "unsat", "unknown", or how the run ended
  std::string truth;     ///< "sat", "unsat" or "open"
  std::string evidence;  ///< the model or derivation that Assay found
  core::Verdict verdict;
};
/// Runs the only target of the options on the script as it is, and judges the answer and its witness. The Error says
/// why the file is no system of Horn clauses, or why there is no such target.
[[nodiscard]] Result<HornCheck> check_horn_script(const HornOptions& options, const std::string& file,
                                                  const std::stop_token& stop);

/// The strategies and their help texts.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> strategy_names();
/// The transformations and their help texts.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> change_names();
/// The kinds of passes (`assay verdicts`).
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

}  // namespace assay::horn
