#include <crab/domains/sparse_dbm.hpp>
#include <crab/domains/split_dbm.hpp>

#include "domain/libraries/crab/crab_adapter.hpp"
#include "domain/libraries/crab/crab_targets.hpp"

namespace assay::domain::crabs {
namespace {

// Unbounded weights: with machine integers, "things can go wrong if some DBM operation overflows" (graph_config.hpp).
using Weights = crab::domains::DBM_impl::BigNumDefaultParams<Number>;

void of_zones(Contract& contract) {
  contract.shape = Shape::Differences;
  // "Narrowing implemented as meet might not terminate."
  contract.without_laws.insert(contract.without_laws.end(), {46, 63});
}

constexpr Row kRows[] = {
    {"zones-split-dbm",
     {"#include <crab/domains/split_dbm.hpp>\n",
      "crab::domains::split_dbm_domain<Number, VariableName, crab::domains::DBM_impl::BigNumDefaultParams<Number>>"},
     make<crab::domains::split_dbm_domain<Number, VariableName, Weights>>,
     of_zones},
    {"zones-sparse-dbm",
     {"#include <crab/domains/sparse_dbm.hpp>\n",
      "crab::domains::sparse_dbm_domain<Number, VariableName, crab::domains::DBM_impl::BigNumDefaultParams<Number>>"},
     make<crab::domains::sparse_dbm_domain<Number, VariableName, Weights>>,
     of_zones},
};

}  // namespace

std::span<const Row> zone_rows() { return kRows; }

}  // namespace assay::domain::crabs
