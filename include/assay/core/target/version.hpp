#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/proc.hpp"

namespace assay::core {

/// Runs a command that a target answers at once (its version, what it is), in a scratch folder of its own, for 10
/// seconds at most.
[[nodiscard]] ProcessResult ask_target(std::vector<std::string> argv);

/// How a target is asked for its version.
struct VersionQuestion {
  std::string_view target;               ///< its name, for messages
  std::string_view program;              ///< that it needs; empty: it has none
  const std::vector<std::string>& argv;  ///< prints the version; empty: there is no way to ask
  const std::string& install;            ///< advice for people who do not have it
  std::string_view label = {};  ///< what the version's line begins with ("Version:"); empty: any line may be it
};
/// The first line with a number in it of what it prints (behind the label), because some programs greet first;
/// "unknown" where it says none or cannot be asked. An Error when its program is not there or cannot be started.
[[nodiscard]] Result<std::string> version_of(const VersionQuestion& question);

}  // namespace assay::core
