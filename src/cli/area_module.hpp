#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "cli/area.hpp"

namespace assay::cli {

// Templates that make the rows of areas from the functions of their modules.

/// The options that a campaign stored, with the targets replaced by `replay_target` unless it is null.
template <typename Options>
Result<Options> stored_options(const core::OptionTable<Options>& table, const std::string& configuration,
                               const ReplayTarget* replay_target) {
  Result<Options> options = table.from_toml(configuration);
  if (options && replay_target != nullptr) replay_target->apply(options->targets);
  return options;
}

/// ModuleRow::open of a module whose cases are made from seeds, which a replay does not load. A member `folder` of the
/// options is set to the campaign's folder.
template <auto kTable, auto kLoadSeeds, auto kMakeModule>
Result<std::unique_ptr<core::Module>> open_with_seeds(const std::string& configuration, const std::string& folder,
                                                      Purpose purpose, const ReplayTarget* replay_target) {
  auto options = stored_options(kTable(), configuration, replay_target);
  if (!options) return options.error();
  if constexpr (requires { options->folder; }) options->folder = folder;
  if (purpose == Purpose::Replay) return kMakeModule(*options, {});
  auto corpus = kLoadSeeds(*options);
  if (!corpus) return corpus.error();
  return kMakeModule(*options, std::move(*corpus));
}

/// TargetKind::names of targets that have built-in definitions.
template <auto kDefinitions>
std::vector<std::string> defined_names() {
  std::vector<std::string> names;
  for (const auto& definition : kDefinitions()) names.push_back(definition.name);
  return names;
}

/// Makes limits independent of the machine's load: the wall-clock limit becomes the CPU time limit, unless there is
/// one, and the wall-clock limit is multiplied by six.
inline void relax_time_limits(core::Limits& limits) {
  constexpr double kWait = 6;
  if (limits.cpu_seconds <= 0) limits.cpu_seconds = limits.wall_seconds;
  limits.wall_seconds *= kWait;
  limits.counts_waiting = false;
}

/// TargetKind::controls: the controls of the module's campaign on one target.
template <typename Options, auto kMakeModule>
Result<std::vector<ControlLine>> controls_of(const std::string& target, const std::stop_token& stop) {
  Options options;
  options.targets = {target};
  relax_time_limits(options.limits);
  if constexpr (requires { kMakeModule(options, {}); }) {
    return module_controls(kMakeModule(options, {}), stop);
  } else {
    return module_controls(kMakeModule(options), stop);
  }
}

}  // namespace assay::cli
