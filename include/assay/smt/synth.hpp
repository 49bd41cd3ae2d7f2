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
#include "assay/core/options.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// A campaign's configuration. Everything that cases depend on is in here and in the rule files.
struct SynthOptions {
  std::uint64_t seed = 1;               ///< of sampling
  std::vector<std::string> targets;     ///< as resolve_solver takes them
  std::vector<std::string> theories;    ///< empty: the standard's, and others that a target has
  std::vector<std::string> categories;  ///< empty: all
  std::vector<std::string> operations;  ///< names with `*`; empty: all
  std::vector<std::string> rules;       ///< rule files of the user's
  bool builtin_rules = true;            ///< false: also no computed constants for sorts that `rules` give some
  bool sample = true;                   ///< random formulas without end, instead of all in order of growing size
  unsigned depth = 1;                   ///< of term synthesis (delta in Alg. 3.3)
  unsigned constants = 12;              ///< of a sort, for constant assignment
  unsigned pool_constants = 2;          ///< of a sort, for term synthesis
  unsigned combinations = 1024;         ///< of arguments of one operation
  unsigned pool = 40;                   ///< terms of one sort and depth
  bool option_sweep = false;            ///< every target in each configuration that its definition lists
  unsigned options_percent = 0;         ///< share of the cases for which options of each target are drawn
  RunStyle style = RunStyle::Auto;
  core::Limits limits;
  double slow_factor = 10;  ///< see core::SlowRule
  double slow_seconds = 2;

  std::string folder;         ///< the campaign's: what is learned of targets is kept there; or empty
  SolverFactory make_solver;  ///< empty: SolverRunner
};

/// A campaign of synthesised formulas with known truth, model and unsat core (thesis chapter 3, and
/// docs/user/smt-synth.md). An Error names an unknown theory, category, target or a rule file that cannot be read.
/// With `only_replay`, every case is a skip: for replaying stored cases, which needs no rules and no plan.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_synth_module(const SynthOptions& options,
                                                                      bool only_replay = false);

/// How many formulas an exhaustive enumeration has, by category, theory and operation (or rule).
struct SynthCount {
  std::string category;
  std::string theory;
  std::string subject;
  std::uint64_t count = 0;
};
[[nodiscard]] Result<std::vector<SynthCount>> count_formulas(const SynthOptions& options);

/// Writes formulas as files: `DIR/<category>/<theory>/<number>-<operation>.smt2` with `:status`, expected model, core
/// and optimum in comments, and manifest.json and manifest.csv. At most `most` (0: all). Gives their number. The folder
/// must be new or empty.
[[nodiscard]] Result<std::uint64_t> emit_formulas(const SynthOptions& options, const std::string& folder,
                                                  std::uint64_t most, const std::stop_token& stop);

/// The options: flags, TOML and fingerprint are made from it. Folders and the seam are not part of it.
[[nodiscard]] const core::OptionTable<SynthOptions>& synth_option_table();

/// Name and help of each category and each theory, in registry order.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> synth_categories();
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> synth_theories();

/// The result of checking a row of a rule file.
struct RuleCheck {
  std::string name;
  std::string where;
  std::string source;          ///< as the row says it
  std::uint64_t inputs = 0;    ///< on which it was evaluated
  std::uint64_t relevant = 0;  ///< of them, those on which it says something: its side condition holds, both sides have
                               ///< values
  std::string problem;         ///< empty: none found
};
/// Evaluates every row of the files on boundary and random inputs, at most `inputs` of them each, and no more once
/// `enough` were relevant. For the same seed they are the same, and fewer are the first of them. An Error only when a
/// file cannot be read.
[[nodiscard]] Result<std::vector<RuleCheck>> check_rules(const std::vector<std::string>& files, bool builtin,
                                                         std::uint64_t inputs, std::uint64_t seed,
                                                         std::uint64_t enough = UINT64_MAX);

}  // namespace assay::smt
