#include "domain/libraries/elina/promises.hpp"

extern "C" elina_manager_t* opt_zones_manager_alloc(void);

namespace assay::domain::elina {
namespace {

void promise(Contract& contract) {
  // Doubles. No document says how they round: numbers are whole and small, so that nothing rounds.
  contract.numbers = Numbers::Machine;
  contract.most_bits = 8;
  contract.expressions = Expressions::IntervalCoefficients;  // quotients would round
  contract.shape = Shape::Differences;
  // The manager has no functions for these: its pointers are not set, and a call goes anywhere.
  for (const Operation operation :
       {Operation::Bounds, Operation::Satisfies, Operation::ParallelAssign, Operation::Substitute})
    contract.operations.remove(operation);
  // Not implemented, and each call adds that to the manager's history of exceptions.
  contract.operations.remove(Operation::Canonicalize);
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kNewElements;
  // Assignments are there for trees only.
  return level0::targets<Library>(
      {{"zones",
        {opt_zones_manager_alloc, nullptr, true},
        {"elina_manager_t* opt_zones_manager_alloc(void);\n", "opt_zones_manager_alloc()", "", "-loptzones"},
        promise,
        {kNewElements, kInPlace}}});
}

}  // namespace assay::domain::elina
