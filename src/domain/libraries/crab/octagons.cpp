#include <crab/domains/split_oct.hpp>

#include "domain/libraries/crab/crab_adapter.hpp"
#include "domain/libraries/crab/crab_targets.hpp"

namespace assay::domain::crabs {
namespace {

// Octagons with unbounded weights do not compile. These weights check for overflows.
using Weights = crab::domains::DBM_impl::SafeInt64DefaultParams<Number>;

void of_octagons(Contract& contract) {
  contract.shape = Shape::Octagon;
  contract.most_bits = 28;  // a weight with more than 64 bits ends the process
  // "Narrowing implemented as meet might not terminate."
  contract.without_laws.insert(contract.without_laws.end(), {46, 63});
}

constexpr Row kRows[] = {
    {"octagons",
     {"#include <crab/domains/split_oct.hpp>\n",
      "crab::domains::split_oct_domain<Number, VariableName, crab::domains::DBM_impl::SafeInt64DefaultParams<Number>>"},
     make<crab::domains::split_oct_domain<Number, VariableName, Weights>>,
     of_octagons},
};

}  // namespace

std::span<const Row> octagon_rows() { return kRows; }

}  // namespace assay::domain::crabs
