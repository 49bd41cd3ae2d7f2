#include "domain/apron/promises.hpp"

extern "C" ap_manager_t* oct_manager_alloc(void);
extern "C" ap_abstract0_t* ap_abstract0_oct_narrowing(ap_manager_t* manager, ap_abstract0_t* left,
                                                      ap_abstract0_t* right);

namespace assay::domain::apron {
namespace {

/// The manual: meets and projections are exact and joins best, on MPQ. Conditions, assignments and substitutions are
/// exact where they are octagonal (the manager's flags say so, and are tested), else approximated without a promise.
/// Whether an arbitrary expression is satisfied is not known ("it always returns tbool_top"), so bounds of one are not
/// found satisfied (62).
void promise(Contract& contract) {
  promise_numbers(contract);
  contract.shape = Shape::Octagon;
  contract.best = {Operation::Join, Operation::Meet, Operation::Forget};
  contract.without_laws.push_back(62);
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kNewElements;
  using level0::kTrees;
  return level0::targets<Library>({{"oct-" ASSAY_APRON_NUMBERS,
                                    {oct_manager_alloc, ap_abstract0_oct_narrowing, false},
                                    promise,
                                    {kNewElements, kInPlace, kTrees, kIntegers}}});
}

}  // namespace assay::domain::apron
