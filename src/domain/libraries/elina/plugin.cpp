#include "domain/libraries/elina/promises.hpp"

extern "C" const assay::domain::Plugin* assay_domain_plugin_1() {
  static const assay::domain::Plugin plugin{"ELINA", assay::domain::elina::all_targets()};
  return &plugin;
}
