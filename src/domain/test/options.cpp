#include "assay/domain/test.hpp"

namespace assay::domain {
namespace {

using core::Affects;

// Targets are described by contracts, which are in the fingerprint.
void add_targets(core::OptionTable<TestOptions>& table) {
  using Options = TestOptions;
  table.group("Targets");
  table
      .add("target", &Options::targets,
           "domain under test (default: llvm:ConstantRange@8); `assay domain targets` lists them")
      .affects(Affects::Contents)
      .short_flag('t');
  table.add("load", &Options::load, "shared object with domains of your own (docs/user/domain-test.md)")
      .files(core::Names::Paths)
      .affects(Affects::Contents);
  table.add("against", &Options::against,
            "a variant of the targets with exact numbers: what it keeps, theirs must keep, too");
  table
      .add("known", &Options::known,
           "file of known causes: they are counted, and not reported (docs/user/domain-test.md)")
      .files(core::Names::Paths);
  table.include(core::limit_table(), &Options::limits);
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
  table.add("dimensions", &Options::dimensions, "most dimensions of a case").range(1, 64).affects(Affects::Cases);
  table.add("checks", &Options::checks, "laws checked by a case").range(1, 1000).affects(Affects::Cases);
  table.add("law", &Options::laws, "only these laws, by number: `assay domain laws` lists them")
      .with_commas()
      .affects(Affects::Cases);
  table.add("without-law", &Options::without, "not these laws").with_commas().affects(Affects::Cases);
  table
      .add("without-operation", &Options::without_operations,
           "programs and laws do without these: `forget,is-top`, to look past what an operation breaks")
      .with_commas()
      .affects(Affects::Cases);
  table.add("seed", &Options::seed, "of the random choices: the same seed and configuration make the same cases")
      .affects(Affects::Cases);
}

}  // namespace

const core::OptionTable<TestOptions>& test_option_table() {
  static const core::OptionTable<TestOptions> table = [] {
    core::OptionTable<TestOptions> rows;
    add_targets(rows);
    add_cases(rows);
    return rows;
  }();
  return table;
}

std::string to_toml(const TestOptions& options) { return test_option_table().to_toml(options); }
Result<TestOptions> test_options_from_toml(std::string_view text) { return test_option_table().from_toml(text); }

}  // namespace assay::domain
