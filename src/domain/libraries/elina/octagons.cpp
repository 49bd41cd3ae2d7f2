#include "domain/libraries/elina/promises.hpp"

extern "C" elina_manager_t* opt_oct_manager_alloc(void);
extern "C" elina_abstract0_t* elina_abstract0_opt_oct_narrowing(elina_manager_t* manager, elina_abstract0_t* left,
                                                                elina_abstract0_t* right);

#ifdef ASSAY_ELINA_LAIT
extern "C" void opt_oct_lait_init(char* python_path, char* model);
/// Arguments: the values of two elements, of their join, which the function may change, and of the loop head's element.
extern "C" void* opt_oct_lait(elina_manager_t* manager, bool in_place, void* left, void* right, void* join, void* head,
                              int iteration);
#endif

namespace assay::domain::elina {
namespace {

void promise(Contract& contract) {
  // The numbers are doubles, and their rounding is not documented: use small integers, for which nothing is rounded.
  contract.numbers = Numbers::Machine;
  contract.most_bits = 8;
  contract.expressions = Expressions::IntervalCoefficients;  // quotients would round
  contract.shape = Shape::Octagon;
  // As in APRON, `satisfies` decides no arbitrary expressions.
  contract.without_laws.push_back(62);
  // Conditions that are not octagonal are not documented.
  contract.without_laws.push_back(39);
  // Not implemented; each call adds an exception to the manager's history.
  contract.operations.remove(Operation::Canonicalize);
}

#ifdef ASSAY_ELINA_LAIT
void promise_lait(Contract& contract) {
  promise(contract);
  promise_learned(contract);
}
/// Conditions and joins do not close their results. Lait's network decides about constraints between dimensions that no
/// argument relates. Two closed arguments leave none: both relate all that their join relates. Bounds that are not
/// closed relate nothing.
elina_manager_t* lait_manager() {
  char path[] = ASSAY_ELINA_LAIT "/elina_oct";
  char model[] = ASSAY_ELINA_LAIT "/elina_oct/opt_oct_lait.pt";
  static const bool once = (opt_oct_lait_init(path, model), true);
  elina_manager_t* const manager = once ? opt_oct_manager_alloc() : nullptr;
  if (manager == nullptr) return manager;
  for (const elina_funid_t function : {ELINA_FUNID_MEET_LINCONS_ARRAY, ELINA_FUNID_JOIN}) {
    elina_funopt_t option = elina_manager_get_funopt(manager, function);
    option.algorithm = -1;
    elina_manager_set_funopt(manager, function, &option);
  }
  return manager;
}
/// The question whether the join is empty closes it: the closure relates all bounded dimensions.
elina_abstract0_t* lait_join(elina_manager_t* manager, elina_abstract0_t* left, elina_abstract0_t* right,
                             elina_abstract0_t* join) {
  (void)elina_abstract0_is_bottom(manager, join);
  join->value = opt_oct_lait(manager, true, left->value, right->value, join->value, left->value, 0);
  return join;
}
#endif

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kNewElements;
  std::vector<level0::Row<Library>> rows = {
      {"octagons",
       {opt_oct_manager_alloc, elina_abstract0_opt_oct_narrowing, false},
       {"elina_manager_t* opt_oct_manager_alloc(void);\n"
        "elina_abstract0_t* elina_abstract0_opt_oct_narrowing(elina_manager_t* manager, elina_abstract0_t* left, "
        "elina_abstract0_t* right);\n",
        "opt_oct_manager_alloc()", "elina_abstract0_opt_oct_narrowing", "-loptoct"},
       promise,
       {kNewElements, kInPlace}}};
#ifdef ASSAY_ELINA_LAIT
  rows.push_back({"octagons:lait",
                  {lait_manager, elina_abstract0_opt_oct_narrowing, false, lait_join},
                  {},
                  promise_lait,
                  {kNewElements}});
#endif
  return level0::targets<Library>(rows);
}

}  // namespace assay::domain::elina
