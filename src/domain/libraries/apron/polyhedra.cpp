#include "domain/libraries/apron/promises.hpp"

extern "C" ap_manager_t* pk_manager_alloc(bool strict);
extern "C" ap_manager_t* pkeq_manager_alloc(void);

namespace assay::domain::apron {
namespace {

constexpr std::string_view kManager = "ap_manager_t* pk_manager_alloc(bool strict);\n";
constexpr std::string_view kLink = "-lpolka" ASSAY_APRON_NUMBERS;

/// NewPolka computes with exact integers: all operations except widening are exact or best.
void promise_closed(Contract& contract) {
  promise_numbers(contract);
  contract.shape = Shape::Polyhedron;
  if (!contract.integer_points) contract.with_laws = {level0::kWidenKeepsStable};
  contract.best = {Operation::Close,  Operation::Join,           Operation::Meet,       Operation::Assume,
                   Operation::Assign, Operation::ParallelAssign, Operation::Substitute, Operation::Forget};
  // The library tightens integer conditions when it reads them, but not constraints derived from two of them, which
  // therefore need not satisfy the tight ones.
  if (contract.integer_points) contract.without_laws.insert(contract.without_laws.end(), {61, 62});
}
void promise_strict(Contract& contract) {
  promise_closed(contract);
  contract.strict = true;
  contract.operations.remove(Operation::Generators);  // the library returns generators of the closure
  // Widening applies to closed polyhedra with one more dimension, and several of them represent the same open one.
  contract.with_laws = {};
  contract.without_laws.push_back(48);
}
/// With a negative algorithm, constraints are not minimized and generators not computed until they are needed.
void promise_lazy(Contract& contract) {
  promise_closed(contract);
  level0::promise_no_emptiness(contract);
}
/// Elements are conjunctions of equalities: conditions that are inequalities may be ignored.
void promise_equalities(Contract& contract) {
  promise_numbers(contract);
  contract.shape = Shape::Other;
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kEager;
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kLazy;
  using level0::kNewElements;
  using level0::kSeveral;
  using level0::kTrees;
  return level0::targets<Library>({{"polka-" ASSAY_APRON_NUMBERS,
                                    {[] { return pk_manager_alloc(false); }, nullptr, false},
                                    {kManager, "pk_manager_alloc(false)", "", kLink},
                                    promise_closed,
                                    {kNewElements, kInPlace, kTrees, kIntegers, kSeveral, kEager}},
                                   {"polka-" ASSAY_APRON_NUMBERS,
                                    {[] { return pk_manager_alloc(false); }, nullptr, false},
                                    {kManager, "pk_manager_alloc(false)", "", kLink},
                                    promise_lazy,
                                    {kLazy}},
                                   {"polka-" ASSAY_APRON_NUMBERS ":strict",
                                    {[] { return pk_manager_alloc(true); }, nullptr, false},
                                    {kManager, "pk_manager_alloc(true)", "", kLink},
                                    promise_strict,
                                    {kNewElements, kEager}},
                                   {"polka-" ASSAY_APRON_NUMBERS ":equalities",
                                    {pkeq_manager_alloc, nullptr, false},
                                    {"ap_manager_t* pkeq_manager_alloc(void);\n", "pkeq_manager_alloc()", "", kLink},
                                    promise_equalities,
                                    {kNewElements, kInPlace, kSeveral}}});
}

}  // namespace assay::domain::apron
