#include <deque>
#include <memory>
#include <string>

#include "domain/libraries/crab/crab_targets.hpp"

namespace assay::domain::crabs {

Contract usual_contract() {
  using enum Operation;
  Contract contract;
  contract.version = ASSAY_CRAB_VERSION;
  // The operations that abstract_domain.hpp declares or that can be composed from them. It has no equality.
  contract.operations = {Top,  Bottom,       Leq,         IsBottom, IsTop,     Join, Meet,
                         Copy, Canonicalize, Constraints, Bounds,   Satisfies, Print};
  contract.operations.add(row_operations());
  contract.numbers = Numbers::Integers;
  contract.integer_points = true;
  // CRAB's fixpoint engine widens with the join of the predecessors, which need not include the old value. It narrows
  // with the result of a descending step.
  contract.widening_ordered = false;
  contract.narrowing_ordered = true;
  // 39: conditions are solved in a limited number of rounds that divide and round. 44: octagons narrow x with bottom to
  // x, which no document excludes. 58: the adapter composes parallel assignments. 61, 62: "return true only if *this
  // entails": a "no" promises nothing.
  contract.without_laws = {39, 44, 58, 61, 62};
  // A substitution makes a variable, whose name exists as long as its factory.
  contract.keeps_memory = true;
  return contract;
}

std::vector<PluginTarget> targets_of(std::span<const Row> rows) {
  static std::deque<Contract> contracts;
  std::vector<PluginTarget> targets;
  for (const Row& row : rows) {
    Contract& contract = contracts.emplace_back(usual_contract());
    contract.name = "crab:" + std::string(row.name);
    row.promise(contract);
    PluginTarget target;
    target.name = contract.name;
    target.make = [&contract, make = row.make](unsigned dimensions) { return make(contract, dimensions); };
    target.reproduction = [&contract, cpp = row.cpp](const Program& program, std::span<const Violation> violations,
                                                     std::string_view note) {
      return reproduce(cpp, contract, program, violations, note);
    };
    target.compile = kCompile;
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace assay::domain::crabs
