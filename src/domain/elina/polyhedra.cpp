#include "domain/elina/promises.hpp"

extern "C" elina_manager_t* opt_pk_manager_alloc(bool strict);

namespace assay::domain::elina {
namespace {

constexpr std::string_view kManager = "elina_manager_t* opt_pk_manager_alloc(bool strict);\n";

void promise_closed(Contract& contract) {
  contract.numbers = Numbers::Machine;
  contract.shape = Shape::Polyhedron;
  contract.most_bits = 5;
}
void promise_strict(Contract& contract) {
  promise_closed(contract);
  contract.strict = true;
}

}  // namespace

std::vector<PluginTarget> all_targets() {
  using level0::kInPlace;
  using level0::kIntegers;
  using level0::kNewElements;
  return level0::targets<Library>({{"polyhedra",
                                    {[] { return opt_pk_manager_alloc(false); }, nullptr, false},
                                    {kManager, "opt_pk_manager_alloc(false)", "", "-loptpoly"},
                                    promise_closed,
                                    {kNewElements, kInPlace, kIntegers}},
                                   {"polyhedra:strict",
                                    {[] { return opt_pk_manager_alloc(true); }, nullptr, false},
                                    {kManager, "opt_pk_manager_alloc(true)", "", "-loptpoly"},
                                    promise_strict,
                                    {kNewElements}}});
}

}  // namespace assay::domain::elina
