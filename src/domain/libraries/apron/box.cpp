#include <string_view>

#include "domain/libraries/apron/promises.hpp"

// Declared here to avoid the other headers that the domain's header includes.
extern "C" ap_manager_t* box_manager_alloc(void);

namespace assay::domain::apron {
namespace {

/// Boxes with closed ends. Meet, join and forget are exact or best for all numbers. The evaluation of an expression is
/// not best if a dimension occurs twice, and conditions are applied to one dimension at a time.
void promise(Contract& contract) {
  promise_numbers(contract);
  contract.shape = Shape::Box;
  // The manual on doubles: "currently the soundness is not ensured for all operations". (Assuming -3/5*x0 + 1 = 0 loses
  // 5/3, for example.) It has no such reservation for MPFR, where the same loss is reported.
  contract.rounds_safely = std::string_view(ASSAY_APRON_NUMBERS) != "D";
  contract.best = {Operation::Join, Operation::Meet, Operation::Forget};
  // `satisfies` evaluates and rounds the expression again, and need not confirm a bound that was rounded outward.
  if (contract.numbers == Numbers::Floats) {
    contract.without_laws.push_back(62);
  } else {
    contract.with_laws = {level0::kWidenKeepsStable};
  }
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kEager;
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kNewElements;
  using level0::kSeveral;
  using level0::kTrees;
  return level0::targets<Library>(
      {{"box-" ASSAY_APRON_NUMBERS,
        {box_manager_alloc, nullptr, false},
        {"ap_manager_t* box_manager_alloc(void);\n", "box_manager_alloc()", "", "-lbox" ASSAY_APRON_NUMBERS},
        promise,
        {kNewElements, kInPlace, kTrees, kIntegers, kSeveral, kEager}}});
}

}  // namespace assay::domain::apron
