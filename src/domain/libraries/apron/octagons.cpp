#include <cstddef>
#include <iterator>
#include <vector>

#include "domain/libraries/apron/promises.hpp"

extern "C" ap_manager_t* oct_manager_alloc(void);
extern "C" ap_abstract0_t* ap_abstract0_oct_narrowing(ap_manager_t* manager, ap_abstract0_t* left,
                                                      ap_abstract0_t* right);

extern "C" ap_abstract0_t* ap_abstract0_oct_widening_thresholds(ap_manager_t* manager, ap_abstract0_t* left,
                                                                ap_abstract0_t* right, ap_scalar_t** thresholds,
                                                                std::size_t count);
extern "C" ap_abstract0_t* ap_abstract0_oct_add_epsilon(ap_manager_t* manager, ap_abstract0_t* element,
                                                        ap_scalar_t* epsilon);
extern "C" ap_abstract0_t* ap_abstract0_oct_add_epsilon_bin(ap_manager_t* manager, ap_abstract0_t* left,
                                                            ap_abstract0_t* right, ap_scalar_t* epsilon);

namespace assay::domain::apron {
namespace {

constexpr int kThresholds[] = {-4, 0, 5};
constexpr unsigned kEpsilons = 3;  ///< 0, 1/2 and 1

ap_abstract0_t* widen_to_thresholds(ap_manager_t* manager, ap_abstract0_t* left, ap_abstract0_t* right) {
  std::vector<ap_scalar_t*> thresholds;
  for (const int threshold : kThresholds)
    thresholds.push_back(ap_scalar_alloc_set_mpq(Rational(threshold).get_mpq_t()));
  ap_abstract0_t* const wide =
      ap_abstract0_oct_widening_thresholds(manager, left, right, thresholds.data(), thresholds.size());
  for (ap_scalar_t* const threshold : thresholds) ap_scalar_free(threshold);
  return wide;
}

/// Loosens every bound by 0, 1/2 or 1 times the largest bound; in the second half of the ways, only the bounds that
/// this makes unstable.
ap_abstract0_t* loosen(ap_manager_t* manager, ap_abstract0_t* element, unsigned way) {
  Rational size(static_cast<int>(way % kEpsilons), 2);
  size.canonicalize();
  ap_scalar_t* const epsilon = ap_scalar_alloc_set_mpq(size.get_mpq_t());
  ap_abstract0_t* loose = ap_abstract0_oct_add_epsilon(manager, element, epsilon);
  if (way >= kEpsilons) {
    ap_abstract0_t* const looser = ap_abstract0_oct_add_epsilon_bin(manager, element, loose, epsilon);
    ap_abstract0_free(manager, loose);
    loose = looser;
  }
  ap_scalar_free(epsilon);
  return loose;
}

/// Laws without promise for floats. The manual promises exact tests of inclusion and equality only for MPQ. Closing an
/// octagon of doubles rounds up, and closing it again may yield a smaller one: laws that compare elements closed at
/// different times fail with numbers near 2^53. No point is lost, and all other laws are checked.
constexpr unsigned kClosedTwice[] = {4,  5,  11, 13, 15, 17, 21, 22, 23, 24, 25, 27,
                                     28, 34, 39, 48, 52, 53, 56, 59, 60, 64, 68};

/// The contract by the manual. For MPQ, meets and projections are exact and joins best. Octagonal conditions,
/// assignments and substitutions are exact (the manager's flags claim it, and are tested), others approximations
/// without a promise. `satisfies` decides no arbitrary expressions ("it always returns tbool_top"): no law 62.
void promise(Contract& contract) {
  promise_numbers(contract);
  contract.shape = Shape::Octagon;
  contract.best = {Operation::Join, Operation::Meet, Operation::Forget};
  contract.without_laws.push_back(62);
  // "Not really implemented": the result is top.
  contract.operations.remove(Operation::Generators);
  // Not implemented; each call adds an exception to the manager's history.
  contract.operations.remove(Operation::Canonicalize);
  if (contract.numbers == Numbers::Floats)
    contract.without_laws.insert(contract.without_laws.end(), std::begin(kClosedTwice), std::end(kClosedTwice));
}

/// With a negative algorithm, octagons are not closed before queries: the manager's flags claim nothing, and
/// comparisons may return a wrong "no". Results remain sound and widening converges; no precision is promised.
void promise_lazy(Contract& contract) {
  promise(contract);
  level0::promise_no_emptiness(contract);
  contract.best = {};
  for (const Law& law : laws())
    if (law.kind == LawClass::Precision) contract.without_laws.push_back(law.number);
  contract.without_laws.insert(contract.without_laws.end(), std::begin(kClosedTwice), std::end(kClosedTwice));
  contract.without_laws.push_back(7);  // a loose octagon has a bound of 0 that is larger
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kLazy;
  using level0::kNewElements;
  using level0::kSeveral;
  using level0::kTrees;
  const level0::Entry<Library> entry{oct_manager_alloc,  ap_abstract0_oct_narrowing, false, nullptr, nullptr, loosen,
                                     widen_to_thresholds};
  const level0::DomainText text{reproduction::functions("level0.c", "octagon declarations").front().text,
                                "oct_manager_alloc()",
                                "ap_abstract0_oct_narrowing",
                                "-loct" ASSAY_APRON_NUMBERS,
                                "octagon loosening",
                                "octagon widening"};
  constexpr std::string_view kName = "oct-" ASSAY_APRON_NUMBERS;
  return level0::targets<Library>({{kName, entry, text, promise, {kNewElements, kInPlace, kTrees, kIntegers, kSeveral}},
                                   {kName, entry, text, promise_lazy, {kLazy}}});
}

}  // namespace assay::domain::apron
