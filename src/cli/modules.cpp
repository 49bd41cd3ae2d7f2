#include "modules.hpp"

#include <algorithm>

#include "core/campaign/campaign.hpp"

namespace assay::cli {
namespace {

Result<std::unique_ptr<core::Module>> open_row(std::string_view name, const std::string& configuration,
                                               const std::string& folder, Purpose purpose,
                                               const ReplayTarget* replay_target) {
  for (const Area* area : areas()) {
    for (const ModuleRow& row : area->modules) {
      if (row.name == name) return row.open(configuration, folder, purpose, replay_target);
    }
  }
  return Error{"this assay has no module named '" + std::string(name) + "'",
               left_out_areas().empty()
                   ? "the campaign was made by another version: use that one"
                   : "build an assay that has the campaign's area, with the CMake option -DASSAY_AREAS=all"};
}

}  // namespace

void ReplayTarget::apply(std::vector<std::string>& targets) const {
  if (peers == ReplayPeers::None) targets.clear();
  if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
}

Result<std::unique_ptr<core::Module>> open_module(std::string_view name, const std::string& configuration,
                                                  const std::string& folder, Purpose purpose) {
  return open_row(name, configuration, folder, purpose, nullptr);
}

Result<std::unique_ptr<core::Module>> open_module_on(std::string_view name, const std::string& configuration,
                                                     const std::string& target, ReplayPeers peers) {
  const ReplayTarget replay_target{target, peers};
  return open_row(name, configuration, {}, Purpose::Replay, &replay_target);
}

Result<std::vector<ControlLine>> module_controls(const Result<std::unique_ptr<core::Module>>& module,
                                                 const std::stop_token& stop) {
  if (!module) return module.error();
  const Result<std::vector<core::ControlResult>> results = core::check_controls(**module, stop);
  if (!results) return results.error();
  std::vector<ControlLine> lines;
  for (const core::ControlResult& control : *results) {
    lines.push_back({control.control, control.passed,
                     "expected " + core::ControlResult::text(control.expected) + ", got " +
                         core::ControlResult::text(control.trial.verdict),
                     control.trial.output});
  }
  return lines;
}

}  // namespace assay::cli
