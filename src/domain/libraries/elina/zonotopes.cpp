#include "domain/libraries/elina/promises.hpp"

extern "C" elina_manager_t* zonotope_manager_alloc(void);

namespace assay::domain::elina {
namespace {

const level0::DomainText kText = {"elina_manager_t* zonotope_manager_alloc(void);\n", "zonotope_manager_alloc()", "",
                                  "-lzonotope"};

void promise_rationals(Contract& contract) {
  contract.numbers = Numbers::Floats;
  level0::promise_zonotopes(contract);
  // The manager's function pointers for these are not initialized.
  for (const Operation operation :
       {Operation::Leq, Operation::Meet, Operation::Widen, Operation::Substitute, Operation::Canonicalize,
        Operation::Bounds, Operation::Satisfies, Operation::AssignExpression, Operation::AssumeExpression})
    contract.operations.remove(operation);
}
/// Avoids two known bugs: rational coefficients are misread, and a false condition without terms changes the meaning of
/// other elements. Numbers are small integers, passed as doubles in dense expressions.
void promise_doubles(Contract& contract) {
  promise_rationals(contract);
  contract.numbers = Numbers::Machine;
  contract.most_bits = 20;
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kDoubles;
  using level0::kNewElements;
  return level0::targets<Library>(
      {{"zonotopes", {zonotope_manager_alloc, nullptr, false}, kText, promise_doubles, {kDoubles}},
       {"zonotopes:rationals", {zonotope_manager_alloc, nullptr, false}, kText, promise_rationals, {kNewElements}}});
}

}  // namespace assay::domain::elina
