#include "core/options/module_options.hpp"
#include "domain/campaign/campaign.hpp"

namespace assay::domain {
namespace {

using core::Affects;

// Target names are not in the fingerprint, because the targets' contracts are.
void add_domains(core::OptionTable<TestOptions>& table) {
  using Options = TestOptions;
  table.group("Targets");
  core::add_targets(table,
                    "domain under test (default: llvm:ConstantRange@8, else the first that is built); `assay domain "
                    "targets` lists them",
                    core::Names::Nothing);
  core::add_only_changes(table);
  table.add("load", &Options::load, "shared object with domains of your own")
      .files(core::Names::Paths)
      .affects(Affects::Contents)
      .is_common();
  table.add("against", &Options::against, "a variant with exact numbers: targets must keep what it keeps").is_common();
  table.add("known", &Options::known, "file of known causes, which are only counted")
      .files(core::Names::Paths)
      .is_common();
  core::add_limits(table);
}

void add_cases(core::OptionTable<TestOptions>& table) {
  using Options = TestOptions;
  table.group("Cases");
  table
      .add("preset", &Options::preset,
           "how large the pool of elements is: C1 (only top and bottom), C2, C3 (1024 elements), C4 (no operations "
           "on them), C5 (64), C6 (no boundary values)")
      .one_of({"C1", "C2", "C3", "C4", "C5", "C6"})
      .affects(Affects::Cases);
  table
      .add("dimensions", &Options::dimensions,
           "most dimensions of a case; up to 6, those without dense elements have at most 4")
      .range(1, 64)
      .affects(Affects::Cases);
  table
      .add("dense", &Options::dense,
           "percent of the cases that begin with few elements of 2 to 6 constraints each, drawn around a point")
      .range(0, 100)
      .affects(Affects::Cases);
  table.add("checks", &Options::checks, "laws checked by a case").range(1, 1000).affects(Affects::Cases);
  table.add("law", &Options::laws, "only these laws, by number: `assay domain laws` lists them")
      .with_commas()
      .is_common()
      .affects(Affects::Cases);
  table.add("without-law", &Options::without, "not these laws").with_commas().affects(Affects::Cases);
  table
      .add("without-operation", &Options::without_operations,
           "programs and laws do without these: `forget,is-top`, to look past what an operation breaks")
      .with_commas()
      .affects(Affects::Cases);
  core::add_seed(table);
}

}  // namespace

const core::OptionTable<TestOptions>& test_option_table() {
  static const core::OptionTable<TestOptions> table = [] {
    core::OptionTable<TestOptions> rows;
    add_domains(rows);
    add_cases(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::domain
