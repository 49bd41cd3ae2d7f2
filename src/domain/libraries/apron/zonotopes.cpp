#include <string_view>

#include "domain/libraries/apron/promises.hpp"

extern "C" ap_manager_t* t1p_manager_alloc(void);

namespace assay::domain::apron {
namespace {

/// Affine forms over shared noise symbols: no lattice, and an order that is not inclusion of points.
void promise(Contract& contract) {
  promise_numbers(contract);
  level0::promise_zonotopes(contract);
  // Conditions are solved by boxes with the same numbers, which may lose points with doubles (box.cpp).
  contract.rounds_safely = std::string_view(ASSAY_APRON_NUMBERS) != "D";
  // Rounded centres and deviations are compared: {1/3} is not included in its join with {1}.
  if (contract.numbers == Numbers::Floats) contract.without_laws.insert(contract.without_laws.end(), {8, 9, 29, 30});
  // "Not yet implemented", which ends the process.
  for (const Operation operation :
       {Operation::Bounds, Operation::Satisfies, Operation::Substitute, Operation::Canonicalize})
    contract.operations.remove(operation);
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kNewElements;
  using level0::kTrees;
  return level0::targets<Library>({{"t1p-" ASSAY_APRON_NUMBERS,
                                    {t1p_manager_alloc, nullptr, false},
                                    {"ap_manager_t* t1p_manager_alloc(void);\n", "t1p_manager_alloc()", "",
                                     "-lt1p" ASSAY_APRON_NUMBERS " -lbox" ASSAY_APRON_NUMBERS " -lpolkaMPQ"},
                                    promise,
                                    {kNewElements, kInPlace, kTrees}}});
}

}  // namespace assay::domain::apron
