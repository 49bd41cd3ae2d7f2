#include "analyzer/test/test.hpp"
#include "analyzer_config.hpp"
#include "base/text.hpp"
#include "core/options/module_options.hpp"

namespace assay::analyzer {
namespace {

using core::Affects;

void add_target_rows(core::OptionTable<TestOptions>& table) {
  using Options = TestOptions;
  table.group("Targets");
  core::add_targets(table,
                    "analyzers under test (default: cppcheck): 'mine:cppcheck=path/cppcheck', a TOML file "
                    "(`assay analyzer targets` lists all)");
  core::add_only_changes(table);
  table.add("known", &Options::known, "file of known causes, which are only counted").files(core::Names::Paths);
  core::add_limits(table);
  table.add_duration("run-timeout", &Options::run_seconds, "limit of one run of a checked program, and of a compiler")
      .real_range(0.1, 86400);
  core::add_slow_rows(table, "the same analyzer on like programs");
}

void add_case_rows(core::OptionTable<TestOptions>& table) {
  using Options = TestOptions;
  std::vector<std::string> names;
  for (const ProgramGenerator& generator : program_generators()) names.emplace_back(generator.name);
  table.group("Cases");
  table.add("programs", &Options::programs, "programs or folders to test with (default: generated)")
      .files(core::Names::Paths)
      .affects(Affects::Contents)
      .as_positional();
  core::add_changed_tests(table, "programs or folders to test first, such as the tests that a change touches");
  core::Option& strategies = table.add("strategy", &Options::strategies, "only these: " + join(names, ", "));
  strategies.with_commas().is_common().affects(Affects::Cases);
  if (!names.empty()) strategies.one_of(names);
  core::add_seed(table);
  table
      .add(
          "statements", [](Options& options) -> unsigned& { return options.size.statements; },
          "size of a function of a program that Assay makes, in statements, about")
      .range(1, 1000)
      .affects(Affects::Cases);
  table
      .add(
          "functions", [](Options& options) -> unsigned& { return options.size.functions; },
          "functions of a program that Assay makes")
      .range(1, 100)
      .affects(Affects::Cases);
  table
      .add("batch", &Options::batch,
           "programs that Assay makes to analyze, build and run as one; a failure is looked for in halves")
      .range(1, kLargestBatch);
  table.add("preprocess", &Options::preprocess, "expand macros and headers of your own programs in C first")
      .affects(Affects::Contents);
  table.add("flag", &Options::flags, "for the compiler and the analyzer of your own programs: --flag=-DX=1")
      .affects(Affects::Cases);
  table.add("together", &Options::together, "your files form one program").affects(Affects::Cases);
  table.add("argument", &Options::arguments, "argument for runs of your own programs; may be repeated: --argument=-9")
      .affects(Affects::Cases);
  table.add("input", &Options::input, "file for the standard input of your own programs")
      .files(core::Names::Paths)
      .affects(Affects::Contents);
  table.add("run-folder", &Options::run_folder, "folder in which your own programs run (default: an empty one)")
      .files(core::Names::Paths)
      .affects(Affects::Cases);
  table
      .add("class", &Options::classes,
           "class of a broken fact to look for in your own programs, as a finding names it; one test for each")
      .affects(Affects::Cases);
}

}  // namespace

const core::OptionTable<TestOptions>& test_option_table() {
  static const core::OptionTable<TestOptions> table = [] {
    core::OptionTable<TestOptions> rows;
    add_target_rows(rows);
    add_case_rows(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::analyzer
