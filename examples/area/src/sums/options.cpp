#include "assay/sums/test.hpp"

namespace assay::sums {

const core::OptionTable<TestOptions>& test_option_table() {
  static const core::OptionTable<TestOptions> table = [] {
    core::OptionTable<TestOptions> made;
    made.group("Targets");
    made.add("target", &TestOptions::targets, "program under test: expr, or the path of another")
        .files(core::Names::Targets)
        .short_flag('t');
    made.include(core::limit_table(), &TestOptions::limits);
    made.group("Cases");
    made.add("seed", &TestOptions::seed, "of the random choices: the same seed makes the same cases")
        .affects(core::Affects::Cases);
    made.add("most", &TestOptions::most, "largest summand").range(1, 1'000'000'000).affects(core::Affects::Cases);
    return made;
  }();
  return table;
}

}  // namespace assay::sums
