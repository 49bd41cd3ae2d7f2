#include "core/options/module_options.hpp"
#include "sums/sums.hpp"

namespace assay::sums {

const core::OptionTable<TestOptions>& test_option_table() {
  static const core::OptionTable<TestOptions> table = [] {
    core::OptionTable<TestOptions> made;
    made.group("Targets");
    core::add_targets(made, "program under test: expr, or the path of another");
    core::add_limits(made);
    made.group("Cases");
    core::add_seed(made);
    made.add("most", &TestOptions::most, "largest summand").range(1, 1'000'000'000).affects(core::Affects::Cases);
    return made;
  }();
  return table;
}

}  // namespace assay::sums
