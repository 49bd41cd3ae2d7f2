#include "domain/libraries/crab/crab_targets.hpp"

namespace assay::domain::crabs {
namespace {

std::vector<PluginTarget> all_targets() {
  std::vector<PluginTarget> all;
  for (const auto rows : {interval_rows(), value_rows(), zone_rows(), octagon_rows(), product_rows()})
    for (PluginTarget& target : targets_of(rows)) all.push_back(std::move(target));
  return all;
}

}  // namespace
}  // namespace assay::domain::crabs

extern "C" const assay::domain::Plugin* assay_domain_plugin_1() {
  static const assay::domain::Plugin plugin{"CRAB " ASSAY_CRAB_VERSION, assay::domain::crabs::all_targets()};
  return &plugin;
}
