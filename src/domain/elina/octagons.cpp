#include "domain/elina/promises.hpp"

extern "C" elina_manager_t* opt_oct_manager_alloc(void);
extern "C" elina_abstract0_t* elina_abstract0_opt_oct_narrowing(elina_manager_t* manager, elina_abstract0_t* left,
                                                                elina_abstract0_t* right);

namespace assay::domain::elina {
namespace {

void promise(Contract& contract) {
  // Doubles. No document says how they round: numbers are whole and small, so that nothing rounds.
  contract.numbers = Numbers::Machine;
  contract.most_bits = 8;
  contract.expressions = Expressions::IntervalCoefficients;  // quotients would round
  contract.shape = Shape::Octagon;
  // As in APRON, which it follows: an arbitrary expression is not found satisfied.
  contract.without_laws.push_back(62);
  // No document promises anything of conditions that are not octagonal.
  contract.without_laws.push_back(39);
  // Not implemented, and each call adds that to the manager's history of exceptions.
  contract.operations.remove(Operation::Canonicalize);
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kNewElements;
  return level0::targets<Library>({{"octagons",
                                    {opt_oct_manager_alloc, elina_abstract0_opt_oct_narrowing, false},
                                    {"elina_manager_t* opt_oct_manager_alloc(void);\n"
                                     "elina_abstract0_t* elina_abstract0_opt_oct_narrowing(elina_manager_t* manager, "
                                     "elina_abstract0_t* left, elina_abstract0_t* right);\n",
                                     "opt_oct_manager_alloc()", "elina_abstract0_opt_oct_narrowing", "-loptoct"},
                                    promise,
                                    {kNewElements, kInPlace}}});
}

}  // namespace assay::domain::elina
