#include <crab/domains/intervals.hpp>

#include "domain/libraries/crab/crab_adapter.hpp"
#include "domain/libraries/crab/crab_targets.hpp"

namespace assay::domain::crabs {
namespace {

void of_intervals(Contract& contract) { contract.shape = Shape::Box; }

constexpr Row kRows[] = {
    {"intervals",
     {"#include <crab/domains/intervals.hpp>\n", "ikos::interval_domain<Number, VariableName>"},
     make<ikos::interval_domain<Number, VariableName>>,
     of_intervals},
};

}  // namespace

std::span<const Row> interval_rows() { return kRows; }

Operations row_operations() {
  return operations_of(Adapter<ikos::interval_domain<Number, VariableName>>::operations());
}

}  // namespace assay::domain::crabs
