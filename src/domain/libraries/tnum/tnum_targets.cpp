#include <array>
#include <utility>

#include "domain/libraries/plugin/plugin.hpp"
#include "domain/libraries/tnum/tnum_domain.hpp"

namespace assay::domain::tnums {
namespace {

using enum Operation;

/// All tnums have 64 bits. Those of width w are those whose upper bits are known to be zero, and results are cut to w
/// bits, which commutes with every function here: what the lower w bits of a result are depends on the lower w bits of
/// the arguments only. (The publication verifies its algorithms in the same way at small widths.) Right shifts do look
/// at upper bits: logical ones at the zeros that are there, arithmetic ones at a number that was moved up.
constexpr std::array<unsigned, 9> kWidths{2, 3, 4, 5, 6, 8, 16, 32, 64};

Contract contract_of(unsigned width) {
  Contract contract;
  contract.name = "tnum@" + std::to_string(width);
  contract.version = ASSAY_TNUM_VERSION;
  contract.most_dimensions = 1;
  // Equality, tests for top and bottom and membership are not among the kernel's functions: the adapter has them.
  contract.operations = {Top, Bottom, Leq, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract, Print, Transform};
  contract.numbers = Numbers::Machine;
  contract.shape = Shape::Value;
  contract.width = width;
  contract.integer_points = true;
  contract.convex = false;
  contract.sweep = 2048;  // nanoseconds each
  // tnum_in: "returns true if b represents a subset of a"; tnum_union: "it is optimal"; tnum_intersect: "representing
  // numbers satisfying both a and b", which a tnum can say exactly.
  contract.best = {Top, Bottom, Leq, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract};
  return contract;
}

const std::vector<Contract>& contracts() {
  static const std::vector<Contract> all = [] {
    std::vector<Contract> made;
    for (const unsigned width : kWidths) made.push_back(contract_of(width));
    return made;
  }();
  return all;
}

std::vector<PluginTarget> all_targets() {
  std::vector<PluginTarget> targets;
  for (const Contract& contract : contracts()) {
    PluginTarget target;
    target.name = contract.name;
    target.make = [&contract](unsigned) { return std::make_unique<TnumDomain>(contract); };
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace
}  // namespace assay::domain::tnums

extern "C" const assay::domain::Plugin* assay_domain_plugin_1() {
  static const assay::domain::Plugin plugin{"Linux tnum", assay::domain::tnums::all_targets()};
  return &plugin;
}
