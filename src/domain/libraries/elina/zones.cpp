#include "domain/libraries/elina/promises.hpp"

extern "C" elina_manager_t* opt_zones_manager_alloc(void);

namespace assay::domain::elina {
namespace {

void promise(Contract& contract) {
  // The numbers are doubles, and their rounding is not documented: use small integers, for which nothing is rounded.
  contract.numbers = Numbers::Machine;
  contract.most_bits = 8;
  contract.expressions = Expressions::IntervalCoefficients;  // quotients would round
  contract.shape = Shape::Differences;
  // The manager's function pointers for these are not initialized.
  for (const Operation operation :
       {Operation::Bounds, Operation::Satisfies, Operation::ParallelAssign, Operation::Substitute})
    contract.operations.remove(operation);
  // Not implemented; each call adds an exception to the manager's history.
  contract.operations.remove(Operation::Canonicalize);
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kNewElements;
  // The domain can only assign trees.
  return level0::targets<Library>(
      {{"zones",
        {opt_zones_manager_alloc, nullptr, true},
        {"elina_manager_t* opt_zones_manager_alloc(void);\n", "opt_zones_manager_alloc()", "", "-loptzones"},
        promise,
        {kNewElements, kInPlace}}});
}

}  // namespace assay::domain::elina
