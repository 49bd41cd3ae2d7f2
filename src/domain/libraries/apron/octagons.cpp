#include <iterator>

#include "domain/libraries/apron/promises.hpp"

extern "C" ap_manager_t* oct_manager_alloc(void);
extern "C" ap_abstract0_t* ap_abstract0_oct_narrowing(ap_manager_t* manager, ap_abstract0_t* left,
                                                      ap_abstract0_t* right);

namespace assay::domain::apron {
namespace {

/// The manual promises exact tests of inclusion and equality with MPQ only. Closing an octagon of doubles rounds up,
/// and closing it again may give less: laws that compare elements which were closed at different times do not hold with
/// numbers near 2^53. No point is lost by that, and all laws of soundness are asked.
constexpr unsigned kClosedTwice[] = {4,  5,  11, 13, 15, 17, 21, 22, 23, 24, 25, 27,
                                     28, 34, 39, 48, 52, 53, 56, 59, 60, 64, 68};

/// The manual: meets and projections are exact and joins best, on MPQ. Conditions, assignments and substitutions are
/// exact where they are octagonal (the manager's flags say so, and are tested), else approximated without a promise.
/// Whether an arbitrary expression is satisfied is not known ("it always returns tbool_top"), so bounds of one are not
/// found satisfied (62).
void promise(Contract& contract) {
  promise_numbers(contract);
  contract.shape = Shape::Octagon;
  contract.best = {Operation::Join, Operation::Meet, Operation::Forget};
  contract.without_laws.push_back(62);
  // It is not implemented, and each call adds that to the manager's history of exceptions.
  contract.operations.remove(Operation::Canonicalize);
  if (contract.numbers == Numbers::Floats)
    contract.without_laws.insert(contract.without_laws.end(), std::begin(kClosedTwice), std::end(kClosedTwice));
}

/// With an algorithm below 0 octagons are not closed before they are asked: the manager's flags say then that nothing
/// is exact or best, and comparisons may say no. All points are kept, yes is yes, and widening becomes stable.
void promise_lazy(Contract& contract) {
  promise(contract);
  level0::promise_no_emptiness(contract);
  contract.best = {};
  contract.without_laws.insert(contract.without_laws.end(), std::begin(kClosedTwice), std::end(kClosedTwice));
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kLazy;
  using level0::kNewElements;
  using level0::kSeveral;
  using level0::kTrees;
  const level0::Entry<Library> entry{oct_manager_alloc, ap_abstract0_oct_narrowing, false};
  const level0::DomainText text{
      "ap_manager_t* oct_manager_alloc(void);\n"
      "ap_abstract0_t* ap_abstract0_oct_narrowing(ap_manager_t* manager, "
      "ap_abstract0_t* left, ap_abstract0_t* right);\n",
      "oct_manager_alloc()", "ap_abstract0_oct_narrowing", "-loct" ASSAY_APRON_NUMBERS};
  constexpr std::string_view kName = "oct-" ASSAY_APRON_NUMBERS;
  return level0::targets<Library>({{kName, entry, text, promise, {kNewElements, kInPlace, kTrees, kIntegers, kSeveral}},
                                   {kName, entry, text, promise_lazy, {kLazy}}});
}

}  // namespace assay::domain::apron
