#include "core/options/module_options.hpp"
#include "smt/stability/stability.hpp"

namespace assay::smt {

const core::OptionTable<StabilityOptions>& stability_option_table() {
  static const core::OptionTable<StabilityOptions> table = [] {
    using Options = StabilityOptions;
    core::OptionTable<Options> rows;
    rows.add("scripts", &Options::scripts, "SMT-LIB scripts, or folders with *.smt2 files")
        .files(core::Names::Paths)
        .affects(core::Affects::Contents)
        .as_positional()
        .is_required();
    rows.group("Targets");
    core::add_targets(rows, "a solver: z3, z3@4.13.4, 'new:z3=path/z3', a TOML file; each gets classes of its own")
        .required = true;
    core::add_limits(rows);
    rows.at("timeout").help = "limit of one run, in CPU time: a run that reaches it has no answer";
    rows.group("Mutants");
    rows.add("mutate", &Options::mutate, "what mutants change: order, names, seeds, variables (default: all)")
        .one_of(mutation_names())
        .with_commas()
        .affects(core::Affects::Cases)
        .is_common();
    rows.add("mutants", &Options::mutants, "maximum number of mutants of a script")
        .range(1, 100'000)
        .affects(core::Affects::Cases)
        .is_common();
    rows.add("mutants-at-once", &Options::at_once,
             "mutants of a script that run at the same time, for few scripts on many CPUs; it changes no class")
        .range(1, 1024)
        .is_common();
    rows.add("confidence", &Options::confidence, "probability with which a class is right, at least")
        .real_range(0.5, 0.999999)
        .affects(core::Affects::Cases)
        .is_common();
    rows.add("fail-on", &Options::fail_on,
             "what is a finding: unstable, worse (stable with the first target, unstable or unsolvable with this one)")
        .one_of({"unstable", "worse"})
        .with_commas()
        .is_common();
    core::add_seed(rows).help = "random seed of the mutants";
    return rows;
  }();
  return table;
}

}  // namespace assay::smt
