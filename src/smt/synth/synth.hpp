#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"
#include "smt/checker/proof_checks.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// The configuration of a campaign. Cases depend only on these options, the rule files and the targets.
struct SynthOptions {
  std::uint64_t seed = 1;               ///< random seed of sampling
  std::vector<std::string> targets;     ///< texts for resolve_solver
  std::vector<std::string> theories;    ///< empty: the standard theories, and others that a target supports
  std::vector<std::string> categories;  ///< empty: all
  std::vector<std::string> operations;  ///< names with `*`; empty: all
  std::vector<std::string> focus;       ///< operations or rules; three of four sampled formulas are about them
  std::vector<std::string> rules;       ///< the user's rule files
  bool builtin_rules = true;            ///< false: also no computed constants for sorts with constants in `rules`
  bool sample = true;                   ///< true: random formulas without end; false: all formulas by growing size
  unsigned depth = 1;                   ///< of term synthesis (delta in Alg. 3.3)
  unsigned constants = 12;              ///< maximum number per sort, for constant assignment
  unsigned pool_constants = 2;          ///< maximum number per sort, for term synthesis
  unsigned combinations = 1024;         ///< maximum number of argument lists of one operation
  unsigned pool = 40;                   ///< maximum number of terms of one sort and depth
  bool option_sweep = false;            ///< run every target in each configuration of its definition
  /// Names of certificate kinds that cases ask for in a large share; "none"; empty: all, in a small share.
  std::vector<std::string> certificates;
  unsigned options_percent = 0;  ///< share of the cases for which options of each target are drawn
  bool only_changes = false;     ///< core::Module::only_changes
  RunStyle style = RunStyle::Auto;
  core::Limits limits;
  double slow_factor = 10;  ///< see core::SlowRule
  double slow_seconds = 2;

  ProofChecks proofs;         ///< how proofs are checked, if `certificates` has them
  std::string folder;         ///< campaign folder, where probed limits of targets are kept; empty: not kept
  SolverFactory make_solver;  ///< for tests; empty: SolverRunner
};

/// A campaign of synthesised formulas with known truth, model and unsat core (thesis chapter 3, and
/// docs/user/smt-synth.md). Fails on an unknown theory, category or target, and on an unreadable rule file. With
/// `only_replay` no rules are read and every case is skipped; that suffices to replay stored cases.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_synth_module(const SynthOptions& options,
                                                                      bool only_replay = false);

/// The number of formulas of an exhaustive enumeration for one category, theory and operation (or rule).
struct SynthCount {
  std::string category;
  std::string theory;
  std::string subject;
  std::uint64_t count = 0;
};
[[nodiscard]] Result<std::vector<SynthCount>> count_formulas(const SynthOptions& options);

/// Writes formulas as files: `DIR/<category>/<theory>/<number>-<operation>.smt2` with `:status`, expected model, core
/// and optimum in comments, and manifest.json and manifest.csv. Writes at most `max_formulas` (0: all) and returns
/// their number. The folder must be new or empty.
[[nodiscard]] Result<std::uint64_t> emit_formulas(const SynthOptions& options, const std::string& folder,
                                                  std::uint64_t max_formulas, const std::stop_token& stop);

/// The table of options, from which flags, TOML and the fingerprint are made. Without `folder` and `make_solver`.
[[nodiscard]] const core::OptionTable<SynthOptions>& synth_option_table();

/// The names and help texts of the categories and of the theories, in registry order.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> synth_categories();
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> synth_theories();

/// The result of checking a row of a rule file.
struct RuleCheck {
  std::string name;
  std::string where;
  std::string source;          ///< the row's `source`
  std::uint64_t inputs = 0;    ///< number of evaluated inputs
  std::uint64_t relevant = 0;  ///< number of inputs for which the side condition holds and both sides have values
  std::string problem;         ///< empty: no problem found
};
/// Evaluates every row of the files on boundary and random inputs: at most `inputs` for each row, and no more once
/// `enough` were relevant. A seed determines the sequence of inputs; smaller limits use a prefix of the sequence. Fails
/// only if a file cannot be read.
[[nodiscard]] Result<std::vector<RuleCheck>> check_rules(const std::vector<std::string>& files, bool builtin,
                                                         std::uint64_t inputs, std::uint64_t seed,
                                                         std::uint64_t enough = UINT64_MAX);

}  // namespace assay::smt
