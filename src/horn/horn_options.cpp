#include "core/options/module_options.hpp"
#include "horn/horn.hpp"
#include "horn/make/vocabulary.hpp"
#include "smt/solver/solver_options.hpp"

namespace assay::horn {
namespace {

using core::Affects;

std::vector<std::string> strategy_choices() {
  std::vector<std::string> names;
  for (const auto& [name, help] : strategy_names()) names.emplace_back(name);
  return names;
}

void add_cases(core::OptionTable<HornOptions>& table) {
  using Options = HornOptions;
  table.group("Cases");
  core::add_seed(table);
  table.add("strategy", &Options::strategies, "how cases are made (default: all)")
      .one_of(strategy_choices())
      .with_commas()
      .is_common()
      .affects(Affects::Cases);
  table.add("theme", &Options::themes, "sorts of generated systems (default: all)")
      .one_of(theme_names())
      .with_commas()
      .is_common()
      .affects(Affects::Cases);
  table.add("max-rung", &Options::max_rung, "largest rung of the size ladder").range(0, 3).affects(Affects::Cases);
  table.add("max-changes", &Options::max_changes, "maximum number of transformations of one case")
      .range(0, 20)
      .affects(Affects::Cases);
  table.add("muz-percent", &Options::muz_percent, "share of cases in muZ's commands, for targets that read them")
      .range(0, 100)
      .affects(Affects::Cases);
  table.add("witness-percent", &Options::witness_percent, "share of cases whose derivation is requested and judged")
      .range(0, 100)
      .affects(Affects::Cases);
  table.add("reference", &Options::references, "solvers that help to judge models and derivations, if installed")
      .files(core::Names::Targets);
}

}  // namespace

const core::OptionTable<HornOptions>& horn_option_table() {
  static const core::OptionTable<HornOptions> table = [] {
    core::OptionTable<HornOptions> rows;
    core::add_seeds(rows, "scripts of Horn clauses, or folders with *.smt2 files");
    smt::add_solver_rows(rows, true);
    rows.at("target").help = "solvers under test: z3, golem, eldarica, 'mine:golem=path/golem -flag', a TOML file";
    add_cases(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::horn
