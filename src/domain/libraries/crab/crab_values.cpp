// The other non-relational domains.
#include <crab/domains/combined_congruences.hpp>
#include <crab/domains/congruences.hpp>
#include <crab/domains/constant_domain.hpp>
#include <crab/domains/dis_intervals.hpp>
#include <crab/domains/intervals.hpp>
#include <crab/domains/sign_constant_domain.hpp>
#include <crab/domains/sign_domain.hpp>

#include "domain/libraries/crab/crab_adapter.hpp"
#include "domain/libraries/crab/crab_targets.hpp"

namespace assay::domain::crabs {
namespace {

using enum Operation;

/// Elements contain more information than their linear constraints.
void of_sets(Contract& contract) {
  contract.shape = Shape::Other;
  contract.convex = false;
  contract.operations.add(Contains);
}

/// Backward assignments are a "TODO" in the library and do nothing.
void of_forward_sets(Contract& contract) {
  of_sets(contract);
  contract.operations.remove(Substitute);
}
void of_disjunctive_intervals(Contract& contract) {
  of_sets(contract);
  contract.without_laws.insert(contract.without_laws.end(), {46, 63});  // "narrowing operator replaced with meet"
}
/// The library warns that `at` is not implemented.
void of_congruences(Contract& contract) {
  of_sets(contract);
  contract.operations.remove(Bounds);
}
/// Assignments and conditions reduce the product, but meet and narrowing do not: the meet of disjoint elements need not
/// be bottom (26), and x := x may make an element smaller (57).
void of_interval_congruences(Contract& contract) {
  of_sets(contract);
  contract.without_laws.insert(contract.without_laws.end(), {26, 57});
}

using Intervals = ikos::interval_domain<Number, VariableName>;

constexpr Row kRows[] = {
    {"constants",
     {"#include <crab/domains/constant_domain.hpp>\n", "crab::domains::constant_domain<Number, VariableName>"},
     make<crab::domains::constant_domain<Number, VariableName>>,
     of_forward_sets},
    {"signs",
     {"#include <crab/domains/sign_domain.hpp>\n", "crab::domains::sign_domain<Number, VariableName>"},
     make<crab::domains::sign_domain<Number, VariableName>>,
     of_forward_sets},
    {"sign-constants",
     {"#include <crab/domains/sign_constant_domain.hpp>\n",
      "crab::domains::sign_constant_domain<Number, VariableName>"},
     make<crab::domains::sign_constant_domain<Number, VariableName>>,
     of_forward_sets},
    {"dis-intervals",
     {"#include <crab/domains/dis_intervals.hpp>\n", "crab::domains::dis_interval_domain<Number, VariableName>"},
     make<crab::domains::dis_interval_domain<Number, VariableName>>,
     of_disjunctive_intervals},
    {"congruences",
     {"#include <crab/domains/congruences.hpp>\n", "ikos::congruence_domain<Number, VariableName>"},
     make<ikos::congruence_domain<Number, VariableName>>,
     of_congruences},
    {"interval-congruences",
     {"#include <crab/domains/combined_congruences.hpp>\n#include <crab/domains/intervals.hpp>\n",
      "crab::domains::numerical_congruence_domain<ikos::interval_domain<Number, VariableName>>"},
     make<crab::domains::numerical_congruence_domain<Intervals>>,
     of_interval_congruences},
};

}  // namespace

std::span<const Row> value_rows() { return kRows; }

}  // namespace assay::domain::crabs
