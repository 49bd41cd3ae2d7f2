#include "assay/base/text.hpp"
#include "assay/smt/synth.hpp"
#include "smt/solver/solver_options.hpp"

namespace assay::smt {
namespace {

using core::Affects;

// What filters and rules leave is in the fingerprint as the plan's rows.
void add_formulas(core::OptionTable<SynthOptions>& table) {
  using Options = SynthOptions;
  table.group("Formulas");
  table.add("theory", &Options::theories, "only these, as in strings,ints (--count lists all)")
      .with_commas()
      .is_common()
      .affects(Affects::Contents);
  table.add("category", &Options::categories, "only these, as in term,constant (--count lists all)")
      .with_commas()
      .is_common()
      .affects(Affects::Contents);
  table.add("ops", &Options::operations, "only these operations or rules; *: any text ('str.*')")
      .with_commas()
      .is_common()
      .affects(Affects::Contents);
  table.add("rules", &Options::rules, "files with equivalences, equalities, constants and operations of yours")
      .files(core::Names::Paths)
      .affects(Affects::Contents);
  table
      .add_opposite("no-builtin-rules", &Options::builtin_rules,
                    "only the rows of --rules, and of sorts that have constants there, only those")
      .affects(Affects::Cases);
  table.add_opposite("exhaustive", &Options::sample, "all formulas once, in order of growing size")
      .is_common()
      .affects(Affects::Cases);
  core::add_seed(table);
  table.add("depth", &Options::depth, "of term synthesis").range(1, 6).affects(Affects::Cases);
  table.add("constants", &Options::constants, "most of a sort, for constant assignment")
      .range(1, 1000)
      .affects(Affects::Cases);
  table.add("pool-constants", &Options::pool_constants, "most of a sort, for term synthesis")
      .range(1, 20)
      .affects(Affects::Cases);
  table.add("combinations", &Options::combinations, "most of one operation's arguments")
      .range(1, 1'000'000)
      .affects(Affects::Cases);
  table.add("pool", &Options::pool, "most terms of one sort and depth").range(1, 100'000).affects(Affects::Cases);
}

}  // namespace

const core::OptionTable<SynthOptions>& synth_option_table() {
  static const core::OptionTable<SynthOptions> table = [] {
    core::OptionTable<SynthOptions> rows;
    add_solver_rows(rows, false);
    rows.add("option-sweep", &SynthOptions::option_sweep,
             "each target also in every configuration of its definition ([[sweep]])");
    add_formulas(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::smt
