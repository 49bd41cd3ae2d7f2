#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "domain/libraries/plugin/plugin.hpp"

namespace assay::domain {

inline const Plugin& ppl_plugin() {
  static const Result<const Plugin*> kLoaded = load_plugin(PPL_PLUGIN);
  if (!kLoaded) ADD_FAILURE() << kLoaded.error().text();
  return **kLoaded;
}

inline const PluginTarget& ppl_target(std::string_view name) {
  for (const PluginTarget& target : ppl_plugin().targets)
    if (target.name == "ppl:" + std::string(name)) return target;
  ADD_FAILURE() << name;
  return ppl_plugin().targets.front();
}

inline std::unique_ptr<Domain> ppl_domain(std::string_view name, unsigned dimensions) {
  return ppl_target(name).make(dimensions);
}

inline constexpr std::string_view kPplTargets[] = {"Rational_Box",
                                                   "BD_Shape",
                                                   "BD_Shape:H79",
                                                   "Octagonal_Shape",
                                                   "C_Polyhedron",
                                                   "C_Polyhedron:BHRZ03",
                                                   "NNC_Polyhedron",
                                                   "NNC_Polyhedron:BHRZ03",
                                                   "Grid",
                                                   "Pointset_Powerset",
                                                   "Pointset_Powerset:reduced"};

/// The name as GoogleTest takes it.
inline std::string ppl_test_name(const testing::TestParamInfo<std::string_view>& info) {
  std::string name(info.param);
  for (char& c : name)
    if (c == ':' || c == '_') c = '0';
  return name;
}

}  // namespace assay::domain
