#include "domain/elina/promises.hpp"

extern "C" elina_manager_t* opt_pk_manager_alloc(bool strict);

namespace assay::domain::elina {
namespace {

constexpr std::string_view kManager = "elina_manager_t* opt_pk_manager_alloc(bool strict);\n";

void promise(Contract& contract) {
  contract.numbers = Numbers::Machine;
  contract.shape = Shape::Polyhedron;
  contract.most_bits = 5;
  // Constraints on integers are tightened where they are read, but not those that an element has after an assignment or
  // a substitution; whether it satisfies a tight one is asked of those.
  if (contract.integer_points) contract.without_laws.insert(contract.without_laws.end(), {61, 62});
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kNewElements;
  // Strict polyhedra "do not work yet": making their manager ends the process.
  return level0::targets<Library>({{"polyhedra",
                                    {[] { return opt_pk_manager_alloc(false); }, nullptr, false},
                                    {kManager, "opt_pk_manager_alloc(false)", "", "-loptpoly"},
                                    promise,
                                    {kNewElements, kInPlace, kIntegers}}});
}

}  // namespace assay::domain::elina
