#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "cli/area.hpp"

namespace assay::cli {

// What the rows of areas have alike, from the functions of their modules.

/// The options that a campaign stored, for the targets that are aimed at.
template <typename Options>
Result<Options> stored_options(const core::OptionTable<Options>& table, const std::string& configuration,
                               const Aim* aim) {
  Result<Options> options = table.from_toml(configuration);
  if (options && aim != nullptr) aim->apply(options->targets);
  return options;
}

/// ModuleRow::open of a module whose cases are made from seeds; a replay does without them. Options with a `folder` get
/// the campaign's.
template <auto kTable, auto kLoadSeeds, auto kMakeModule>
Result<std::unique_ptr<core::Module>> open_with_seeds(const std::string& configuration, const std::string& folder,
                                                      Purpose purpose, const Aim* aim) {
  auto options = stored_options(kTable(), configuration, aim);
  if (!options) return options.error();
  if constexpr (requires { options->folder; }) options->folder = folder;
  if (purpose == Purpose::Replay) return kMakeModule(*options, {});
  auto corpus = kLoadSeeds(*options);
  if (!corpus) return corpus.error();
  return kMakeModule(*options, std::move(*corpus));
}

/// TargetKind::names of targets that are defined by rows.
template <auto kDefinitions>
std::vector<std::string> defined_names() {
  std::vector<std::string> names;
  for (const auto& definition : kDefinitions()) names.push_back(definition.name);
  return names;
}

/// As much CPU time as there was wall-clock time, and six times that before what only waits is ended: what a doctor
/// says of a target must not depend on how much else the machine has to do.
inline void be_patient(core::Limits& limits) {
  constexpr double kWait = 6;
  if (limits.cpu_seconds <= 0) limits.cpu_seconds = limits.wall_seconds;
  limits.wall_seconds *= kWait;
  limits.counts_waiting = false;
}

/// TargetKind::controls: those of the module's campaign on this one target.
template <typename Options, auto kMakeModule>
Result<std::vector<ControlLine>> controls_of(const std::string& target, const std::stop_token& stop) {
  Options options;
  options.targets = {target};
  be_patient(options.limits);
  if constexpr (requires { kMakeModule(options, {}); }) {
    return module_controls(kMakeModule(options, {}), stop);
  } else {
    return module_controls(kMakeModule(options), stop);
  }
}

}  // namespace assay::cli
