#include <array>
#include <utility>

#include "domain/libraries/plugin/plugin.hpp"
#include "domain/libraries/tnum/tnum_domain.hpp"

namespace assay::domain::tnums {
namespace {

using enum Operation;

/// The tested widths. All tnums have 64 bits; tnums of width w have known zeros in the upper bits, and results are cut
/// to w bits. This is correct because the lower w bits of a result depend only on the lower w bits of the arguments.
/// (The publication verifies its algorithms in the same way at small widths.) Right shifts use upper bits: logical
/// shifts the zeros, arithmetic shifts a number that was shifted up first.
constexpr std::array<unsigned, 9> kWidths{2, 3, 4, 5, 6, 8, 16, 32, 64};

Contract contract_of(unsigned width) {
  Contract contract;
  contract.name = "tnum@" + std::to_string(width);
  contract.version = ASSAY_TNUM_VERSION;
  contract.most_dimensions = 1;
  // The kernel has no functions for equality and for tests of top, bottom and membership: the adapter implements them.
  contract.operations = {Top, Bottom, Leq, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract, Print, Transform};
  contract.numbers = Numbers::Machine;
  contract.shape = Shape::Value;
  contract.width = width;
  contract.integer_points = true;
  contract.convex = false;
  contract.sweep = 2048;  // operations take nanoseconds
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
