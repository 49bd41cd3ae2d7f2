#include "domain/libraries/elina/lait.hpp"
#include "domain/libraries/elina/promises.hpp"

extern "C" elina_manager_t* opt_pk_manager_alloc(bool strict);

#ifdef ASSAY_ELINA_LAIT
extern "C" void opt_pk_lait_init(char* python_path, char* model);
/// Arguments: the values of two elements, of their join, which the function may change, and of the loop head's element.
extern "C" void* opt_pk_lait(elina_manager_t* manager, bool in_place, void* left, void* right, void* join, void* head,
                             int iteration);
#endif

namespace assay::domain::elina {
namespace {

constexpr std::string_view kManager = "elina_manager_t* opt_pk_manager_alloc(bool strict);\n";

void promise(Contract& contract) {
  contract.numbers = Numbers::Machine;
  contract.shape = Shape::Polyhedron;
  contract.most_bits = 5;
  // The library tightens integer constraints when it reads them, but not those after an assignment or substitution,
  // which therefore need not satisfy the tight ones.
  if (contract.integer_points) contract.without_laws.insert(contract.without_laws.end(), {61, 62});
}

elina_manager_t* closed_manager() { return opt_pk_manager_alloc(false); }

#ifdef ASSAY_ELINA_LAIT
void promise_lait(Contract& contract) {
  promise(contract);
  promise_learned(contract);
  // Joins of such elements have 20 or more constraints, for which Lait uses its network.
  contract.dense_dimensions = 4;
  contract.dense_constraints = 8;
}
elina_manager_t* lait_manager() {
  char path[] = ASSAY_ELINA_LAIT "/elina_poly";
  char model[] = ASSAY_ELINA_LAIT "/elina_poly/opt_pk_lait.pt";
  static const bool once = (opt_pk_lait_init(path, model), true);
  return once ? closed_manager() : nullptr;
}
elina_abstract0_t* lait_join(elina_manager_t* manager, elina_abstract0_t* left, elina_abstract0_t* right,
                             elina_abstract0_t* join) {
  join->value = opt_pk_lait(manager, true, left->value, right->value, join->value, left->value, 0);
  return join;
}
#endif

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kNewElements;
  // Strict polyhedra "do not work yet": making their manager ends the process.
  std::vector<level0::Row<Library>> rows = {{"polyhedra",
                                             {closed_manager, nullptr, false},
                                             {kManager, "opt_pk_manager_alloc(false)", "", "-loptpoly"},
                                             promise,
                                             {kNewElements, kInPlace, kIntegers}}};
#ifdef ASSAY_ELINA_LAIT
  // Only integers: the library also tightens conditions on real dimensions, a bug that would hide all others.
  level0::Mode integers = kIntegers;
  integers.suffix = "";
  rows.push_back({"polyhedra:lait",
                  {lait_manager, nullptr, false, lait_join, asks_network_of_polyhedra},
                  {},
                  promise_lait,
                  {integers}});
#endif
  return level0::targets<Library>(rows);
}

}  // namespace assay::domain::elina
