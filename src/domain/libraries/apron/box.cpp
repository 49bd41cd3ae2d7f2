#include <string_view>

#include "domain/libraries/apron/promises.hpp"

// Declared here: APRON's domains can be had without including what their headers include.
extern "C" ap_manager_t* box_manager_alloc(void);

namespace assay::domain::apron {
namespace {

/// Boxes with closed ends. Meets, joins and forgetting are exact or best on any numbers; evaluating an expression bound
/// by bound is not best where a dimension is in it twice, and meeting a condition is done one dimension at a time.
void promise(Contract& contract) {
  promise_numbers(contract);
  contract.shape = Shape::Box;
  // The manual, of doubles: "currently the soundness is not ensured for all operations". (5/3 is lost where -3/5*x0 + 1
  // = 0 is assumed, for example.) Of MPFR it says nothing of the kind: there the same loss is a finding.
  contract.rounds_safely = std::string_view(ASSAY_APRON_NUMBERS) != "D";
  contract.best = {Operation::Join, Operation::Meet, Operation::Forget};
  // A bound that was rounded outward is not found satisfied when the expression is evaluated again, and rounded again.
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
