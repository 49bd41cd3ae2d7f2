#include "base/text.hpp"
#include "core/options/module_options.hpp"
#include "datalog/fuzz/case/fuzz.hpp"

namespace assay::datalog {
namespace {

using core::Affects;

std::vector<std::pair<std::string, EngineStyle>> engine_style_names() {
  std::vector<std::pair<std::string, EngineStyle>> names;
  for (const EngineStyle style : {EngineStyle::Process, EngineStyle::Persistent, EngineStyle::Library})
    names.emplace_back(name(style), style);
  return names;
}

void add_engines(core::OptionTable<FuzzOptions>& table) {
  using Options = FuzzOptions;
  table.group("Targets");
  core::add_targets(table,
                    "engines under test (default: muz): souffle, 'mine:souffle=path/souffle -j4', a TOML file "
                    "(`assay datalog targets` lists all)");
  core::add_only_changes(table);
  core::add_style(table, engine_style_names(),
                  "process: one per program; persistent: one for many; library: in a worker (muz)");
  table
      .add("slow-options", &Options::slow_options,
           "also vary options that make a run many times slower: Soufflé's compiled mode (raise --timeout)")
      .affects(Affects::Cases);
  core::add_limits(table);
  core::add_slow_rows(table, "another target of the same dialect on the same case");
  table
      .add_megabytes("disk", &Options::disk_bytes,
                     "maximum size of the temporary files of one comparison of large results, in MiB")
      .range(0, 1U << 24);
}

void add_cases(core::OptionTable<FuzzOptions>& table) {
  using Options = FuzzOptions;
  std::vector<std::string> names;
  for (const auto& [name, summary] : fuzz_strategies()) names.emplace_back(name);
  table.group("Cases");
  table.add("strategy", &Options::strategies, "strategies to use (default: all): " + join(names, ", "))
      .with_commas()
      .one_of(names)
      .is_common()
      .affects(Affects::Cases);
  core::add_seed(table);
  core::add_changed_tests(table,
                          "programs or folders, such as the tests that a change touches: 3 of 4 blocks use them");
  core::add_focus(table, "features that cases should have: count, negation, ...");
  table.add("sequence", &Options::sequence, "maximum number of transformations of one program")
      .range(1, 1000)
      .affects(Affects::Cases);
  table.include(generate_option_table(), &Options::generate);
}

}  // namespace

const core::OptionTable<FuzzOptions>& fuzz_option_table() {
  static const core::OptionTable<FuzzOptions> table = [] {
    core::OptionTable<FuzzOptions> rows;
    core::add_seeds(rows, "Datalog programs or their folders; none: generated");
    add_engines(rows);
    add_cases(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::datalog
