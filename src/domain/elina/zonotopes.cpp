#include "domain/elina/promises.hpp"

extern "C" elina_manager_t* zonotope_manager_alloc(void);

namespace assay::domain::elina {
namespace {

void promise(Contract& contract) {
  contract.numbers = Numbers::Floats;
  level0::promise_zonotopes(contract);
  // The manager has no functions for these: its pointers are not set.
  for (const Operation operation :
       {Operation::Leq, Operation::Meet, Operation::Widen, Operation::Substitute, Operation::Canonicalize,
        Operation::Bounds, Operation::Satisfies, Operation::AssignExpression, Operation::AssumeExpression})
    contract.operations.remove(operation);
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kNewElements;
  return level0::targets<Library>(
      {{"zonotopes",
        {zonotope_manager_alloc, nullptr, false},
        {"elina_manager_t* zonotope_manager_alloc(void);\n", "zonotope_manager_alloc()", "", "-lzonotope"},
        promise,
        {kNewElements}}});
}

}  // namespace assay::domain::elina
