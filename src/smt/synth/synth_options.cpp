#include "base/text.hpp"
#include "smt/solver/solver_options.hpp"
#include "smt/synth/synth.hpp"

namespace assay::smt {
namespace {

using core::Affects;

// Filters and rules affect the fingerprint through the rows of the plan.
void add_formulas(core::OptionTable<SynthOptions>& table) {
  using Options = SynthOptions;
  table.group("Formulas");
  table.add("theory", &Options::theories, "only these theories (--count lists all)")
      .with_commas()
      .is_common()
      .affects(Affects::Contents);
  table.add("category", &Options::categories, "only these categories (--count lists all)")
      .with_commas()
      .is_common()
      .affects(Affects::Contents);
  table.add("ops", &Options::operations, "only these operations or rules (a pattern: 'str.*')")
      .with_commas()
      .is_common()
      .affects(Affects::Contents);
  core::add_focus(table, "operations or rules that 3 of 4 formulas are made of, as --ops takes them");
  table.add("rules", &Options::rules, "your files of equivalences, equalities, constants and operations")
      .files(core::Names::Paths)
      .affects(Affects::Contents);
  table
      .add_opposite("no-builtin-rules", &Options::builtin_rules,
                    "only the rows of --rules, and no computed constants for sorts with constants there")
      .affects(Affects::Cases);
  table.add_opposite("exhaustive", &Options::sample, "all formulas once, in order of growing size")
      .is_common()
      .affects(Affects::Cases);
  core::add_seed(table);
  table.add("depth", &Options::depth, "depth of term synthesis").range(1, 6).affects(Affects::Cases);
  table.add("constants", &Options::constants, "maximum number of constants per sort, for constant assignment")
      .range(1, 1000)
      .affects(Affects::Cases);
  table.add("pool-constants", &Options::pool_constants, "maximum number of constants per sort, for term synthesis")
      .range(1, 20)
      .affects(Affects::Cases);
  table.add("combinations", &Options::combinations, "maximum number of argument lists per operation")
      .range(1, 1'000'000)
      .affects(Affects::Cases);
  table.add("pool", &Options::pool, "maximum number of terms of one sort and depth")
      .range(1, 100'000)
      .affects(Affects::Cases);
}

}  // namespace

const core::OptionTable<SynthOptions>& synth_option_table() {
  static const core::OptionTable<SynthOptions> table = [] {
    core::OptionTable<SynthOptions> rows;
    add_solver_rows(rows, false);
    rows.add("option-sweep", &SynthOptions::option_sweep,
             "run each target also in every [[sweep]] configuration of its definition");
    add_formulas(rows);
    add_certificates(rows);
    rows.include(proof_check_table(), &SynthOptions::proofs);
    return rows;
  }();
  return table;
}

}  // namespace assay::smt
