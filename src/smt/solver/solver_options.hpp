#pragma once

#include "assay/core/module_options.hpp"
#include "assay/smt/solver.hpp"

namespace assay::smt {

/// How solvers are run and compared, in the options of every module that tests them: "target", "style", limits,
/// "slow-factor" and "slow-seconds".
template <typename Options>
void add_solver_rows(core::OptionTable<Options>& table, bool needs_target) {
  table.group("Targets");
  core::add_targets(table,
                    "solver under test: z3, cvc5, 'mine=/path/solver -flag' or a TOML file; see `assay smt targets`")
      .required = needs_target;
  core::add_style<Options, RunStyle>(
      table, {{"process", RunStyle::Process}, {"persistent", RunStyle::Persistent}, {"library", RunStyle::Library}},
      "process: a fresh one per script; persistent: one with (reset); library: in a forked worker");
  core::add_limits(table);
  core::add_slow_rows(table, "a peer that answers the same");
}

}  // namespace assay::smt
